// Why a warp issues nothing: the names that a report's "stalls" has.
#pragma once

#include <algorithm>
#include <iterator>
#include <string_view>

namespace codag::harness {

/// CUPTI's names without smsp__pcsamp_warps_issue_stalled_; what each means: Nsight Compute's
/// Profiling Guide, "Warp Stall Reasons". "selected" is no stall: the warp issued. The last two
/// are Hopper's. A reason that took no sample is not in a report.
inline constexpr std::string_view stall_reasons[] = {"barrier",
                                                     "branch_resolving",
                                                     "dispatch_stall",
                                                     "drain",
                                                     "imc_miss",
                                                     "lg_throttle",
                                                     "long_scoreboard",
                                                     "math_pipe_throttle",
                                                     "membar",
                                                     "mio_throttle",
                                                     "misc",
                                                     "no_instructions",
                                                     "not_selected",
                                                     "selected",
                                                     "short_scoreboard",
                                                     "sleeping",
                                                     "tex_throttle",
                                                     "wait",
                                                     "gmma",
                                                     "warpgroup_arrive"};

constexpr bool is_stall_reason(std::string_view name) {
  return std::ranges::find(stall_reasons, name) != std::end(stall_reasons);
}

}  // namespace codag::harness
