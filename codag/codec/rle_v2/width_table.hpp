// The table that codes a bit width in 5 bits: 1 to 24, then 26, 28, 30, 32, 40, 48, 56 and 64
// (ORC specification v1, "Run Length Encoding version 2", Direct). Its entries are computed.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"

namespace codag::rle_v2 {

inline constexpr unsigned width_codes = 32;

/// The width that `code`, 0 to 31, stands for. (In a delta run, code 0 stands for no bits at all.)
CODAG_HOST_DEVICE constexpr unsigned decode_width(unsigned code) {
  return code < 24 ? code + 1 : code < 28 ? 26 + 2 * (code - 24) : 32 + 8 * (code - 27);
}

/// The code of the narrowest width that holds `bits` bits, 0 to 64.
CODAG_HOST_DEVICE constexpr unsigned encode_width(unsigned bits) {
  if (bits <= 1) return 0;
  return bits <= 24 ? bits - 1 : bits <= 32 ? 24 + (bits - 25) / 2 : 28 + (bits - 33) / 8;
}

/// The narrowest width in the table that holds `bits` bits, 0 to 64.
CODAG_HOST_DEVICE constexpr unsigned closest_width(unsigned bits) {
  return decode_width(encode_width(bits));
}

}  // namespace codag::rle_v2
