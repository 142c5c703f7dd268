// A tile of the stream on its way from registers to global memory.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/encode/vle/input_words.hpp"
#include "codag/encode/vle/workspace.hpp"

namespace codag::vle {

/// The codewords of a tile of up to `most_bits` bits, joined in shared memory from bit 0 on.
template <std::uint32_t most_bits>
union joined_tile {
  /// The quads that a tile uses. They include the word after the last one that it fills.
  static CODAG_HOST_DEVICE constexpr std::uint32_t quads_of(std::uint32_t bits) {
    return (bits / 32 + 1) / quad_words + 1;
  }

  word_quad quads[(most_bits / 32 + 1) / quad_words + 1];  ///< as they are cleared
  std::uint32_t words[sizeof(quads) / word_bytes];         ///< as they are used

  /// Word `i` of the tile shifted to the left. The word after the last one is 0.
  CODAG_DEVICE std::uint32_t shifted(std::uint32_t i, std::uint32_t shift) const {
    return funnel_shift_left(words[i], i > 0 ? words[i - 1] : 0, shift);
  }
};

/// Where a tile lies in the stream.
struct tile_place {
  std::uint64_t begin;     ///< in bits
  std::uint64_t end_word;  ///< the end, as a position_word

  [[nodiscard]] CODAG_DEVICE std::uint64_t end() const { return end_word & position_word::bits; }
  /// The word in which the tile begins, and its first bit there.
  [[nodiscard]] CODAG_DEVICE std::uint64_t first_word() const { return begin / 32; }
  [[nodiscard]] CODAG_DEVICE std::uint32_t shift() const {
    return static_cast<std::uint32_t>(begin % 32);
  }
  /// From the word in which it begins to the one in which it ends, without that one.
  [[nodiscard]] CODAG_DEVICE std::uint32_t words() const {
    return static_cast<std::uint32_t>(end() / 32 - first_word());
  }
  [[nodiscard]] CODAG_DEVICE bool ends_in_a_word() const { return end() % 32 > 0; }
};

}  // namespace codag::vle
