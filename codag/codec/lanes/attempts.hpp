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
  /// Asked before each symbol: whether to attempt the fast path.
  CODAG_DEVICE bool due() {
    if (wait_ == 0) return true;
    --wait_;
    return false;
  }
  /// The result of the attempt.
  CODAG_DEVICE void note(bool worth_it) {
    if (worth_it) {
      pause_ = pause_ > 1 ? pause_ / 2 : 1;
      return;
    }
    wait_ = pause_;
    pause_ = pause_ < longest_pause ? 2 * pause_ : pause_;
  }

 private:
  static constexpr std::uint32_t longest_pause = 128;

  std::uint32_t wait_ = 0;   // symbols until the next attempt
  std::uint32_t pause_ = 1;  // the wait after the next failure
};

}  // namespace codag
