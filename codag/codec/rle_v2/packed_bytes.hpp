// Values of up to 8 bits, bit-packed in a window, that a lane reads four at once.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/stream/next_bytes.hpp"

namespace codag::rle_v2 {

/// Bits are counted from the high end of each byte, and from the window's first byte.
struct packed_bytes {
  next_bytes window;
  std::uint32_t width;  ///< of a value, 1 to 8

  CODAG_DEVICE packed_bytes(const next_bytes& in, std::uint32_t bits) : window(in), width(bits) {}

  /// The whole bytes of `count` values.
  [[nodiscard]] CODAG_DEVICE std::uint32_t bytes_of(std::uint32_t count) const {
    return (count * width + 7) / 8;
  }
  /// Value i of those from bit `begin` on.
  [[nodiscard]] CODAG_DEVICE std::uint32_t one(std::uint32_t begin, std::uint32_t i) const {
    return window.high_first(begin + i * width) >> (32 - width);
  }
  /// Values i to i + 3, in the bytes of a word.
  [[nodiscard]] CODAG_DEVICE std::uint32_t four(std::uint32_t begin, std::uint32_t i) const {
    const std::uint32_t one_mask = (1u << width) - 1, two_mask = (1u << 2 * width) - 1;
    const std::uint32_t all = window.high_first(begin + i * width) >> (32 - 4 * width);
    // The first two values in the low half, the others in the high half; then a value per byte.
    const std::uint32_t two = all >> 2 * width | (all & two_mask) << 16;
    const std::uint32_t in_each_half = one_mask | one_mask << 16;
    return (two >> width & in_each_half) | (two & in_each_half) << 8;
  }
};

}  // namespace codag::rle_v2
