// The two header bytes of a run that is no short repeat, in a word whose lowest byte is the first.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"

namespace codag::rle_v2 {

/// The number of values: nine bits, the highest of which is in the first byte.
CODAG_HOST_DEVICE constexpr std::uint32_t run_length(std::uint32_t head) {
  return ((head & 1) << 8 | (head >> 8 & 0xff)) + 1;
}

/// The code of the values' width (width_table.hpp).
CODAG_HOST_DEVICE constexpr std::uint32_t width_code(std::uint32_t head) {
  return head >> 1 & 0x1f;
}

}  // namespace codag::rle_v2
