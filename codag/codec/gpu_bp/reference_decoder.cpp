#include "codag/codec/bit_packing/lane_blocks.hpp"
#include "codag/codec/gpu_bp/gpu_bp.hpp"

namespace codag::gpu_bp {

status decode(std::span<const std::byte> in, element_type type, std::span<std::byte> out) {
  return bit_packing::decode_lane_chunk(in, type, out, block_values, header_words,
                                        [&]<class Stored>(const bit_packing::chunk_reader& chunk) {
                                          return bit_packing::decode_lanes<layout, Stored, false>(
                                              chunk, type, out);
                                        });
}

}  // namespace codag::gpu_bp
