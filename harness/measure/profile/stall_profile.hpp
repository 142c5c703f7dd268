// Why a kernel's warps stalled, according to PC sampling.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace codag::harness {

/// How often a warp was sampled in one state.
struct stall_samples {
  std::uint64_t samples = 0;     ///< all of them, `not_issued` included
  std::uint64_t not_issued = 0;  ///< those in cycles without an issued instruction
};

/// A source line and the samples of the instructions that it was compiled to.
struct source_line {
  std::string file;  ///< relative to the source tree if it is inside it
  unsigned line = 0;
  std::string function;  ///< the kernel, demangled
  std::uint64_t samples = 0;
  std::map<std::string, std::uint64_t> reasons;  ///< samples per reason
};

/// The histogram of a kernel's PC samples. Reasons have CUPTI's names without the prefix:
/// "barrier", "long_scoreboard", "selected", ...
struct stall_profile {
  unsigned period_cycles = 0;  ///< cycles between two samples of a multiprocessor
  unsigned launches = 0;
  std::uint64_t samples = 0;  ///< the sum over `reasons`, to which shares refer
  std::uint64_t dropped = 0;  ///< samples that the GPU lost, less than 1 % of all
  double kernel_seconds = 0;  ///< mean over the launches, with sampling on
  std::map<std::string, stall_samples> reasons;
  std::vector<source_line> lines;  ///< the hottest lines, most samples first
  std::string lines_absent;        ///< why there are no lines; empty if there are
};

}  // namespace codag::harness
