// look_ahead: a stream's next bits in registers, to decode several codewords with one refill.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"

namespace codag {

/// 64 bits, read in steps; the stream itself goes on when it is told to follow().
class look_ahead {
 public:
  CODAG_DEVICE look_ahead(std::uint32_t low, std::uint32_t high)
      : bits_(std::uint64_t{high} << 32 | low) {}

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
