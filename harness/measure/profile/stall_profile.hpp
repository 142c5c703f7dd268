// Why warps stalled: what PC sampling says of a kernel.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace codag::harness {

/// How often a warp was found in one state.
struct stall_samples {
  std::uint64_t samples = 0;     ///< all of them, `not_issued` included
  std::uint64_t not_issued = 0;  ///< those in a cycle in which the scheduler issued nothing
};

/// A line of source and the samples of the instructions it was compiled to.
struct source_line {
  std::string file;  ///< relative to the source tree if it is in there
  unsigned line = 0;
  std::string function;  ///< the kernel, demangled
  std::uint64_t samples = 0;
  std::map<std::string, std::uint64_t> reasons;  ///< samples a reason
};

/// The histogram of a pass of PC sampling. Reasons have CUPTI's names without their prefix:
/// "barrier", "long_scoreboard", "selected", ...
struct stall_profile {
  unsigned period_cycles = 0;  ///< cycles between two samples of a multiprocessor
  unsigned launches = 0;
  std::uint64_t samples = 0;  ///< the sum over `reasons`: shares are over it
  std::uint64_t dropped = 0;  ///< samples that the GPU lost, less than 1 % of all
  double kernel_seconds = 0;  ///< mean launch while it was sampled
  std::map<std::string, stall_samples> reasons;
  std::vector<source_line> lines;  ///< the hottest, most samples first
  std::string lines_absent;        ///< why there are no lines; empty if there are
};

}  // namespace codag::harness
