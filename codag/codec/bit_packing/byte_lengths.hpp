// Lengths in bytes as codes of two bits, as nsv and gpu_vbyte have them.
#pragma once

#include <bit>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/bit_packing/frame_format.hpp"

namespace codag::bit_packing {

/// A word holds the codes of the lengths of 16 values, the first in the lowest bits.
inline constexpr std::uint32_t codes_per_word = 16;

/// Code number `index` of a word of codes.
CODAG_HOST_DEVICE constexpr std::uint32_t code_in(std::uint32_t word, std::uint32_t index) {
  return word >> 2 * index & 3;
}

/// The bytes of a value whose code this is: 1 to 4; 1, 2, 4 or 8 if values are stored as 64 bits.
template <stored_value Stored>
CODAG_HOST_DEVICE constexpr std::uint32_t length_of(std::uint32_t code) {
  return sizeof(Stored) == 8 ? 1u << code : code + 1;
}

/// The code of the shortest length that the value fits into; for encoders.
template <stored_value Stored>
constexpr std::uint32_t least_code(Stored value) {
  std::uint32_t code = 0;
  while (static_cast<std::uint32_t>(std::bit_width(value)) > 8 * length_of<Stored>(code)) ++code;
  return code;
}

}  // namespace codag::bit_packing
