// The bits of a sub-block, which one lane reads.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag::gompresso_bit {

/// Reads nothing outside the chunk, and zeros after its end. The lowest bit comes first. Two words
/// are in registers, and a third one is being loaded.
template <class Thread>
class lane_bits {
 public:
  /// From bit `at` of the chunk on, which is not in its first word.
  CODAG_DEVICE lane_bits(const Thread& t, const later_words& words, std::uint32_t at)
      : thread_(t), words_(words), begin_(words.begin_bit() + at), position_(begin_) {
    next_ = position_ / 32 + 2;
    low_ = word(next_ - 2);
    high_ = word(next_ - 1);
    coming_ = words_.load(thread_, next_);
  }

  /// The next 32 bits, of which the next one is the lowest.
  CODAG_DEVICE std::uint32_t look() const { return funnel_shift_right(low_, high_, position_); }
  /// Takes less than 32 of them.
  CODAG_DEVICE void take(unsigned count) {
    const std::uint32_t before = position_;
    position_ += count;
    if (((before ^ position_) & 32) == 0) return;
    low_ = high_;
    high_ = words_.word_of(coming_, next_);
    ++next_;
    coming_ = words_.load(thread_, next_);
  }
  /// The bits that have been taken.
  CODAG_DEVICE std::uint32_t taken() const { return position_ - begin_; }

 private:
  CODAG_DEVICE std::uint32_t word(std::uint32_t index) const {
    return words_.word_of(words_.load(thread_, index), index);
  }

  const Thread& thread_;
  const later_words& words_;
  std::uint32_t begin_, position_;  // bits, as the chunk's words are counted
  std::uint32_t low_, high_;        // the words of the position and after it
  std::uint32_t coming_, next_;     // the word after them, and its index
};

}  // namespace codag::gompresso_bit
