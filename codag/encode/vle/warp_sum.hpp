// What the warps of a block know of a tile's size, in a word that atomic additions can sum up.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"

namespace codag::vle {

/// From its low bits on: 20 for the bits of the warps' codewords, 6 for the number of warps, 6 for
/// the number of warps that have a symbol without a codeword.
struct warp_sum {
  static constexpr std::uint32_t most_bits = (1u << 20) - 1;
  static constexpr unsigned most_warps = 63;

  /// One warp.
  static CODAG_DEVICE std::uint32_t of(std::uint32_t bits, bool missing) {
    return (missing ? 1u << 26 : 0) | 1u << 20 | bits;
  }
  static CODAG_DEVICE std::uint32_t bits(std::uint32_t sum) { return sum & most_bits; }
  static CODAG_DEVICE unsigned warps(std::uint32_t sum) { return sum >> 20 & most_warps; }
  static CODAG_DEVICE bool missing(std::uint32_t sum) { return sum >> 26 > 0; }
};

}  // namespace codag::vle
