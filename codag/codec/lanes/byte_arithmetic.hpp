// Arithmetic on the four bytes of a word, each by itself.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"

namespace codag {

/// Adds the bytes of two words, each modulo 256.
CODAG_HOST_DEVICE constexpr std::uint32_t add_bytes(std::uint32_t a, std::uint32_t b) {
  return ((a & ~high_bits) + (b & ~high_bits)) ^ ((a ^ b) & high_bits);
}

/// The bytes 0, delta, 2 delta and 3 delta.
CODAG_HOST_DEVICE constexpr std::uint32_t four_steps(std::uint32_t delta) {
  return (delta & 0xff) << 8 | (2 * delta & 0xff) << 16 | (3 * delta & 0xff) << 24;
}

/// Four bytes of a run: `first`, of which the low byte counts, and those after it. `steps` is
/// four_steps() of the run's delta.
CODAG_HOST_DEVICE constexpr std::uint32_t run_word(std::uint32_t first, std::uint32_t steps) {
  return add_bytes((first & 0xff) * 0x01010101u, steps);
}

/// Undoes zigzag of each byte.
CODAG_HOST_DEVICE constexpr std::uint32_t unzigzag_bytes(std::uint32_t v) {
  return (v >> 1 & ~high_bits) ^ ((v & 0x01010101) * 0xff);
}

}  // namespace codag
