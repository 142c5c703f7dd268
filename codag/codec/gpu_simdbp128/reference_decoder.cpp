#include "codag/codec/bit_packing/lane_blocks.hpp"
#include "codag/codec/gpu_simdbp128/gpu_simdbp128.hpp"

namespace codag::gpu_simdbp128 {

status decode(std::span<const std::byte> in, element_type type, std::span<std::byte> out) {
  if (out.size() % size_of(type) != 0) return status::bad_chunk_table;
  return bit_packing::with_stored(type, [&]<class Stored>() {
    const auto count = static_cast<std::uint32_t>(out.size() / size_of(type));
    const std::uint32_t blocks = bit_packing::blocks_of(count, block_values);
    bit_packing::chunk_reader chunk;
    if (const status s = chunk.open(in, {block_values, count, header_words, blocks + 1});
        s != status::ok)
      return s;
    return bit_packing::decode_lanes<layout, Stored, false>(chunk, type, out);
  });
}

}  // namespace codag::gpu_simdbp128
