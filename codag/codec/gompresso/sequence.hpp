// A sequence of Gompresso: a literal string, and the back-reference that follows it.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"

namespace codag::gompresso {

/// As many sequences as a warp has lanes make a group; a chunk's last group may have fewer.
inline constexpr std::uint32_t group_sequences = 32;

/// The limits of the formats, in bytes. They fit the fields of a byte or two of Gompresso/Byte.
inline constexpr std::uint32_t max_literals = 255;  ///< of one sequence
inline constexpr std::uint32_t max_look_ahead = 255;
inline constexpr std::uint32_t max_window = 32768;

/// The literals of a sequence of the first group, if dependencies are eliminated: the group has
/// nothing that it could copy, and ends early, so that the second group has.
inline constexpr std::uint32_t first_literals = 8;

struct sequence {
  std::uint32_t literals;  ///< bytes of the literal string
  std::uint32_t length;    ///< bytes of the back-reference; 0: there is none
  std::uint32_t distance;  ///< from the back-reference to what it copies; 0 if there is none

  [[nodiscard]] CODAG_HOST_DEVICE constexpr std::uint32_t bytes() const {
    return literals + length;
  }
};

/// A sequence as a word: literals, length, and distance in the upper half.
CODAG_HOST_DEVICE constexpr std::uint32_t word_of(const sequence& s) {
  return s.literals | s.length << 8 | s.distance << 16;
}
CODAG_HOST_DEVICE constexpr sequence sequence_of(std::uint32_t word) {
  return {word & 0xff, word >> 8 & 0xff, word >> 16};
}

}  // namespace codag::gompresso
