// The containers that chunks are put into for a peer, as zlib reads them.
#include "harness/peers/chunk_layout.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

#include "codag/codec/codec.hpp"
#include "peers/codag_peer.h"

namespace codag::harness {
namespace {

using bytes = std::vector<std::byte>;

/// A member's contents. zlib checks the header, the checksum and, of gzip, the size.
bytes contents(std::span<const std::byte> member, std::size_t room) {
  bytes out(room);
  z_stream stream{};
  EXPECT_EQ(inflateInit2(&stream, 15 + 32), Z_OK);  // finds out which of the two it is
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(member.data()));
  stream.avail_in = static_cast<uInt>(member.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(room);
  EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
  EXPECT_EQ(stream.avail_in, 0u);
  out.resize(stream.total_out);
  inflateEnd(&stream);
  return out;
}

TEST(chunk_layout, every_member_has_its_own_chunks_checksum) {
  bytes original(3000);
  for (std::size_t i = 0; i < original.size(); ++i) original[i] = static_cast<std::byte>(i * i / 7);
  const chunked_column column =
      compress(*find_codec("deflate"), original, element_type::uint8, 1024);
  for (const std::uint32_t container : {CODAG_PEER_GZIP, CODAG_PEER_ZLIB}) {
    peer_decoder_facts decoder;
    decoder.container = container;
    const chunk_layout layout = lay_out(column, original, decoder);
    bytes all;
    for (std::size_t i = 0; i < column.chunks.size(); ++i) {
      const bytes chunk = contents(std::span(layout.bytes).subspan(layout.at[i], layout.sizes[i]),
                                   column.chunks[i].out_bytes + 1);
      all.insert(all.end(), chunk.begin(), chunk.end());
    }
    EXPECT_EQ(all, original) << container;
  }
}

}  // namespace
}  // namespace codag::harness
