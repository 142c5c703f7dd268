// The clock of what watches and waits, which tests replace.
#pragma once

#include <chrono>
#include <functional>

namespace codag::harness {

/// Seconds since any moment, which never go backwards.
using seconds_clock = std::function<double()>;

inline double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace codag::harness
