// Moves chosen bytes of a word together. The choice is looked up in a table that the lanes of a
// warp hold.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"

namespace codag {

/// Lane i, 0 to 15, holds the selector (see byte_permute) that moves the bytes k with bit k of i
/// set to the low end, in order, and sets the others to 0.
class byte_choice {
 public:
  CODAG_DEVICE explicit byte_choice(unsigned lane) {
    unsigned next = 0;
    for (unsigned k = 0; k < 4; ++k)
      if ((lane >> k & 1) != 0) {
        selector_ = (selector_ & ~(0xfu << 4 * next)) | k << 4 * next;
        ++next;
      }
  }

  /// The bytes of `word` whose high bit is set in `flags`, which has no other bits set. Collective
  /// over the warp.
  template <class Warp>
  CODAG_DEVICE std::uint32_t pack(const Warp& warp, std::uint32_t word, std::uint32_t flags) const {
    // The product moves bits 7, 15, 23 and 31 to bits 28 to 31.
    return byte_permute(word, 0, warp.shuffle(selector_, flags * 0x00204081u >> 28));
  }

 private:
  std::uint32_t selector_ = 0x4444;
};

}  // namespace codag
