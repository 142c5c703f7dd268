// The stall reasons: why a warp issues no instruction, by the names in a report's "stalls".
#pragma once

#include <algorithm>
#include <iterator>
#include <string_view>

namespace codag::harness {

/// CUPTI's names without smsp__pcsamp_warps_issue_stalled_. Nsight Compute's Profiling Guide
/// explains them in "Warp Stall Reasons". "selected" is not a stall: the warp issued an
/// instruction. The last two exist on Hopper only. A report lists no reason without samples.
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
