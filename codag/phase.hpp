// The phases of a run, of which only one is timed.
#pragma once

#include <cstdint>
#include <string_view>

namespace codag {

/// An encoder may be given something that the GPU computes first, such as a code. A kernel may
/// leave its output in a form that has to be completed before it can be compared, or leave the
/// statuses of its chunks to another kernel.
enum class phase : std::uint8_t {
  before,  ///< prepares what the timed launches are given; once is enough for many of them
  timed,   ///< what is measured
  after,   ///< completes the output of the last timed launch
};

/// A launch that is timed for only a part of the work. The bytes that it moves are not the column's
/// values and compressed bytes.
struct partial_work {
  std::string_view why{};    ///< a sentence without its full stop; empty if the launch does all
  bool reads_values = true;  ///< whether bytes of input per second mean anything
};

}  // namespace codag
