#include "codag/codec/bit_packing/lane_blocks.hpp"
#include "codag/codec/gpu_simdbp128/gpu_simdbp128.hpp"

namespace codag::gpu_simdbp128 {

std::uint64_t encode(std::span<const std::byte> raw, element_type type,
                     std::vector<std::byte>& out) {
  bit_packing::with_stored(type, [&]<class Stored>() {
    bit_packing::encode_lanes<layout, Stored, false>(raw, type, {}, out);
  });
  return raw.size() / size_of(type);
}

}  // namespace codag::gpu_simdbp128
