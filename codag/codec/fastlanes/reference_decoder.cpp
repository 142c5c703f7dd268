#include "codag/codec/bit_packing/lane_blocks.hpp"
#include "codag/codec/fastlanes/fastlanes.hpp"

namespace codag::fastlanes {

status decode(std::span<const std::byte> in, element_type type, std::span<std::byte> out) {
  if (out.size() % size_of(type) != 0) return status::bad_chunk_table;
  return bit_packing::with_stored(type, [&]<class Stored>() {
    const auto count = static_cast<std::uint32_t>(out.size() / size_of(type));
    const std::uint32_t blocks = bit_packing::blocks_of(count, block_values);
    bit_packing::chunk_reader chunk;
    if (const status s = chunk.open(in, {block_values, count, header_words, blocks + 1});
        s != status::ok)
      return s;
    switch (static_cast<order>(chunk.word(order_word))) {
      case order::transposed:
        return bit_packing::decode_lanes<layout<Stored, order::transposed>, Stored, true>(
            chunk, type, out);
      case order::column:
        return bit_packing::decode_lanes<layout<Stored, order::column>, Stored, true>(chunk, type,
                                                                                      out);
    }
    return status::malformed_symbol;
  });
}

}  // namespace codag::fastlanes
