#include "codag/codec/bit_packing/lane_blocks.hpp"
#include "codag/codec/fastlanes/fastlanes.hpp"

namespace codag::fastlanes {

status decode(std::span<const std::byte> in, element_type type, std::span<std::byte> out) {
  return bit_packing::decode_lane_chunk(
      in, type, out, block_values, header_words,
      [&]<class Stored>(const bit_packing::chunk_reader& chunk) {
        switch (static_cast<order>(chunk.word(order_word))) {
          case order::transposed:
            return bit_packing::decode_lanes<layout<Stored, order::transposed>, Stored, true>(
                chunk, type, out);
          case order::column:
            return bit_packing::decode_lanes<layout<Stored, order::column>, Stored, true>(
                chunk, type, out);
        }
        return status::malformed_symbol;
      });
}

}  // namespace codag::fastlanes
