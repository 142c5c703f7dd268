// Encodes a column with the installed codecs, and decodes it with the installed device framework on
// the host backend.
#include <cstdint>
#include <cstdio>
#include <span>
#include <vector>

#include "codag/codec/codec.hpp"
#include "codag/codec/rle_v1/device_decoder.hpp"
#include "codag/schedule/all_threads.hpp"
#include "codag/schedule/warp_per_chunk.hpp"
#include "codag/simt/host/global_memory.hpp"
#include "codag/simt/host/launch.hpp"
#include "codag/stream/shared_input_buffer.hpp"

int main() {
  using namespace codag;
  std::vector<std::uint32_t> values(10000);
  for (std::uint32_t i = 0; i < values.size(); ++i) values[i] = i / 7 * (i % 3 == 0);
  const chunked_column column =
      compress(*find_codec("rle_v1"), std::as_bytes(std::span(values)), element_type::uint32, 4096);

  const auto in = simt::host::to_global<std::byte>(column.bytes);
  const auto chunks = simt::host::to_global<chunk>(column.chunks);
  simt::host::global_vector<std::uint32_t> out(values.size());
  simt::host::global_vector<status> statuses(chunks.size(), status::not_decoded);
  using kernel = warp_per_chunk<rle_v1::device_decoder<std::uint32_t>, all_threads, shared_input>;
  const kernel decode{{in.data(), in.size(), reinterpret_cast<std::byte*>(out.data()),
                       out.size() * sizeof(std::uint32_t), chunks.data(),
                       static_cast<std::uint32_t>(chunks.size()), statuses.data()}};
  simt::host::launch(decode, decode.shape());

  for (const status s : statuses)
    if (s != status::ok) return std::puts("a chunk was not decoded"), 1;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (out[i] != values[i]) return std::puts("a value is wrong"), 1;
  const codec* deflate = find_codec("deflate");
  const chunked_column packed =
      compress(*deflate, std::as_bytes(std::span(values)), element_type::uint32);
  std::vector<std::byte> unpacked(packed.raw_bytes);
  for (const status s : decompress_reference(*deflate, packed, unpacked))
    if (s != status::ok) return std::puts("deflate failed"), 1;
  return 0;
}
