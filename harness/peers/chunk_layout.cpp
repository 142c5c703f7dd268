#include "harness/peers/chunk_layout.hpp"

#include <zlib.h>

#include <algorithm>

#include "peers/codag_peer.h"

namespace codag::harness {
namespace {

void append(std::vector<std::byte>& to, std::initializer_list<unsigned> bytes) {
  for (const unsigned byte : bytes) to.push_back(static_cast<std::byte>(byte));
}

void append_little_endian(std::vector<std::byte>& to, std::uint32_t value) {
  append(to, {value & 0xff, (value >> 8) & 0xff, (value >> 16) & 0xff, value >> 24});
}

const Bytef* zlib_bytes(std::span<const std::byte> bytes) {
  return reinterpret_cast<const Bytef*>(bytes.data());
}

void append_header(std::vector<std::byte>& to, std::uint32_t container) {
  // RFC 1952 section 2.3: ID1, ID2, CM = deflate, no flags, no time, XFL, OS = unknown.
  if (container == CODAG_PEER_GZIP) append(to, {0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255});
  // RFC 1950 section 2.2: deflate with a window of 32 KiB, and FCHECK, which makes it a multiple
  // of 31.
  if (container == CODAG_PEER_ZLIB) append(to, {0x78, 0x01});
}

void append_trailer(std::vector<std::byte>& to, std::uint32_t container,
                    std::span<const std::byte> original) {
  const auto size = static_cast<uInt>(original.size());
  if (container == CODAG_PEER_GZIP) {
    append_little_endian(to, static_cast<std::uint32_t>(crc32(0, zlib_bytes(original), size)));
    append_little_endian(to, size);
  } else if (container == CODAG_PEER_ZLIB) {
    const auto sum = static_cast<std::uint32_t>(adler32(1, zlib_bytes(original), size));
    append(to, {sum >> 24, (sum >> 16) & 0xff, (sum >> 8) & 0xff, sum & 0xff});
  }
}

std::size_t round_up(std::size_t value, std::size_t to) {
  return (value + to - 1) / to * to;
}

bool fits_as_it_is(const chunked_column& column, const peer_decoder_facts& decoder) {
  return decoder.container == CODAG_PEER_BARE &&
         std::ranges::all_of(column.chunks, [&](const chunk& c) {
           return c.in_offset % decoder.compressed_alignment == 0;
         });
}

std::string changes_for(const peer_decoder_facts& decoder) {
  std::string text = "the chunks were copied to multiples of " +
                     std::to_string(decoder.compressed_alignment) + " bytes";
  if (decoder.container != CODAG_PEER_BARE)
    text += std::string(", each as a ") + (decoder.container == CODAG_PEER_GZIP ? "gzip" : "zlib") +
            " member";
  return text + ", outside the timed part";
}

}  // namespace

chunk_layout lay_out(const chunked_column& column, std::span<const std::byte> original,
                     const peer_decoder_facts& decoder) {
  chunk_layout layout;
  if (fits_as_it_is(column, decoder)) {
    layout.bytes = column.bytes;
    for (const chunk& c : column.chunks) {
      layout.at.push_back(c.in_offset);
      layout.sizes.push_back(c.in_bytes);
    }
  } else {
    layout.changes = changes_for(decoder);
    for (const chunk& c : column.chunks) {
      layout.bytes.resize(round_up(layout.bytes.size(), decoder.compressed_alignment));
      const std::size_t begin = layout.bytes.size();
      append_header(layout.bytes, decoder.container);
      const auto in = std::span(column.bytes).subspan(c.in_offset, c.in_bytes);
      layout.bytes.insert(layout.bytes.end(), in.begin(), in.end());
      append_trailer(layout.bytes, decoder.container, original.subspan(c.out_offset, c.out_bytes));
      layout.at.push_back(begin);
      layout.sizes.push_back(layout.bytes.size() - begin);
    }
  }
  // Bytes after the end of every other chunk are those of the next one.
  layout.bytes.resize(layout.bytes.size() + decoder.compressed_padding);
  return layout;
}

}  // namespace codag::harness
