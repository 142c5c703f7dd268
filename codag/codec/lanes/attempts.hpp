// Decides when a decoder's fast path is worth another attempt.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"

namespace codag {

/// A fast path that finds little costs more than the sequential decoder. After each such attempt
/// the next one waits for twice as many symbols, up to 128: a column that defeats every attempt
/// costs at most one in 129. Each success halves the wait, so that a column on which every other
/// attempt succeeds does not pay for the failures in between.
class attempts {
 public:
  /// Asked before each symbol: whether to attempt the fast path. If not, one symbol less is to
  /// wait.
  CODAG_DEVICE bool due() {
    if (is_due()) return true;
    skip();
    return false;
  }
  // Its two halves.
  [[nodiscard]] CODAG_DEVICE bool is_due() const { return (state_ & wait_mask) == 0; }
  CODAG_DEVICE void skip() { --state_; }
  /// The result of the attempt.
  CODAG_DEVICE void note(bool worth_it) {
    const std::uint32_t pause = state_ / one_pause;
    if (worth_it) {
      state_ = (pause > 1 ? pause / 2 : 1) * one_pause;
    } else {
      state_ = (pause < longest_pause ? 2 * pause : pause) * one_pause | pause;
    }
  }

 private:
  static constexpr std::uint32_t longest_pause = 128;
  static constexpr std::uint32_t one_pause = 256, wait_mask = one_pause - 1;
  static_assert(longest_pause <= wait_mask);

  // In one register: the symbols until the next attempt, and above them the wait after the next
  // failure.
  std::uint32_t state_ = one_pause;
};

}  // namespace codag
