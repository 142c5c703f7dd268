// The phases of a run, of which only one is timed.
#pragma once

#include <cstdint>

namespace codag {

/// An encoder may be given something that the GPU computes first, such as a code; and it may leave
/// its output in a form that has to be completed before it can be compared.
enum class phase : std::uint8_t {
  before,  ///< prepares what the timed launches are given; once is enough for many of them
  timed,   ///< what is measured
  after,   ///< completes the output of the last timed launch
};

}  // namespace codag
