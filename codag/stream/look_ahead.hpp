// look_ahead: an input's next bits in registers, to decode several codewords with one refill.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"

namespace codag {

/// 64 bits, read in steps. The input itself moves only when it is told to follow().
class look_ahead {
 public:
  /// The bits from bit `bit` % 32 of words[0] on. `words` has three words.
  CODAG_DEVICE look_ahead(const std::uint32_t* words, unsigned bit)
      : bits_(funnel_shift_right(words[0], words[1], bit) |
              std::uint64_t{funnel_shift_right(words[1], words[2], bit)} << 32) {}

  /// The next 32 bits; past the 64 there are zeros.
  CODAG_DEVICE std::uint32_t peek() const { return static_cast<std::uint32_t>(bits_ >> skipped_); }
  /// Drops n bits. At most 63 bits are dropped in total.
  CODAG_DEVICE void skip(unsigned n) { skipped_ += n; }
  CODAG_DEVICE unsigned skipped() const { return skipped_; }

 private:
  std::uint64_t bits_;
  unsigned skipped_ = 0;
};

}  // namespace codag
