// look_ahead: a stream's next bits in registers, to decode several codewords with one refill.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"

namespace codag {

/// 64 bits, read in steps; the stream itself goes on when it is told to follow().
class look_ahead {
 public:
  /// From bit `bit` % 32 of words[0] on, of three words.
  CODAG_DEVICE look_ahead(const std::uint32_t* words, unsigned bit)
      : bits_(funnel_shift_right(words[0], words[1], bit) |
              std::uint64_t{funnel_shift_right(words[1], words[2], bit)} << 32) {}

  /// The next 32 bits; behind the 64, zeros.
  CODAG_DEVICE std::uint32_t peek() const { return static_cast<std::uint32_t>(bits_ >> skipped_); }
  /// Drops n bits. No more than 63 are dropped in all.
  CODAG_DEVICE void skip(unsigned n) { skipped_ += n; }
  CODAG_DEVICE unsigned skipped() const { return skipped_; }

 private:
  std::uint64_t bits_;
  unsigned skipped_ = 0;
};

}  // namespace codag
