// Moves chosen bytes of a word together. The choice is looked up in a table that the lanes of a
// warp hold.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"

namespace codag {

/// To which end of a word the chosen bytes move.
enum class word_end { low, high };

/// Lane i, 0 to 15, holds the selector (see byte_permute) that moves the bytes k with bit k of i
/// set to that end, in order, and sets the others to 0.
template <word_end End>
class byte_choice {
 public:
  CODAG_DEVICE explicit byte_choice(unsigned lane) {
    unsigned next = End == word_end::low ? 0 : 4 - popcount(lane & 0xf);
    for (unsigned k = 0; k < 4; ++k)
      if ((lane >> k & 1) != 0) {
        selector_ = (selector_ & ~(0xfu << 4 * next)) | k << 4 * next;
        ++next;
      }
  }

  /// Which bytes of a word are chosen: the selector of byte_permute.
  struct selector {
    std::uint32_t four = 0x4444;

    /// The chosen bytes of `word`.
    CODAG_DEVICE std::uint32_t pack(std::uint32_t word) const {
      return byte_permute(word, 0, four);
    }
    /// The n-th of `count` bytes that are chosen.
    CODAG_DEVICE std::uint32_t place(std::uint32_t n, std::uint32_t count) const {
      return four >> 4 * (End == word_end::low ? n : 4 - count + n) & 0xf;
    }
  };

  /// Chooses the bytes whose high bit is set in `flags`, which has no other bits set. Collective
  /// over the warp.
  template <class Warp>
  CODAG_DEVICE selector of(const Warp& warp, std::uint32_t flags) const {
    return {warp.shuffle(selector_, four_flags(flags) >> 28)};
  }
  /// The bytes of `word` whose high bit is set in `flags`. Collective over the warp.
  template <class Warp>
  CODAG_DEVICE std::uint32_t pack(const Warp& warp, std::uint32_t word, std::uint32_t flags) const {
    return of(warp, flags).pack(word);
  }

 private:
  std::uint32_t selector_ = 0x4444;
};

/// The chosen bytes are the lowest.
using low_byte_choice = byte_choice<word_end::low>;
/// The chosen bytes are the highest.
using high_byte_choice = byte_choice<word_end::high>;

}  // namespace codag
