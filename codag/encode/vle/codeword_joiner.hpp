// Joining codewords to words of the stream.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"

namespace codag::vle {

/// Joins a thread's codewords, which begin at bit `position` of `words`. Every word that they
/// complete is stored; the rest of them is kept. If the thread begins within a word, the bits below
/// are another thread's: this one stores 0 there.
class codeword_joiner {
 public:
  CODAG_DEVICE codeword_joiner(std::uint32_t* words, std::uint32_t position)
      : at_(words + position / 32), position_(position) {}

  /// Adds up to 32 bits. The bits above them are 0. Only the low six bits of `length` count.
  CODAG_DEVICE void append(std::uint32_t codewords, std::uint32_t length) {
    rest_ |= funnel_shift_left(codewords, 0, position_);
    const std::uint32_t next = position_ + length;
    // Up to 32 bits complete at most one word. Bit 5 of the position says whether they do.
    if (((position_ ^ next) & 32) != 0) {
      *at_++ = rest_;
      rest_ = funnel_shift_left(0, codewords, position_);
    }
    position_ = next;
  }
  /// The word that is not complete, and its bits so far.
  CODAG_DEVICE std::uint32_t* at() const { return at_; }
  CODAG_DEVICE std::uint32_t rest() const { return rest_; }

 private:
  std::uint32_t* at_;
  std::uint32_t position_, rest_ = 0;
};

}  // namespace codag::vle
