// The passes that profile: each adds a key to the rows of a report, in a process of its own.
#pragma once

#include <array>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "harness/config/config.hpp"
#include "harness/plan/case.hpp"
#include "harness/run/run.hpp"

namespace codag::harness {

/// The passes in order; a row's key has the measurement's name. Each has a process of its own: PC
/// sampling gives nothing after the range profiler, and a process that takes times never calls
/// CUPTI.
inline constexpr std::array profile_passes = {measurement::stalls, measurement::metrics};

/// Why a row is null until the pass has run.
inline constexpr const char* pass_to_come =
    "its pass has not run yet; `codag run --resume` runs it";

/// Whether a row of a report lacks what the pass could give it.
bool wants_pass(const nlohmann::json& row, measurement pass);

/// The pass, in this process. For each of the plan's cases on a GPU whose row in the report
/// `options.output` is ok and lacks it, it profiles the kernel and writes the report. Where nothing
/// can be profiled the row says why. Throws datasets::bad_input.
run_outcome run_profile_pass(measurement pass, const config& config,
                             const std::vector<bench_case>& plan, const run_options& options,
                             run_observer& observer);

/// Runs this program again, with the same arguments and --pass, and waits for it. The observer is
/// told if the pass breaks off.
run_outcome profile_in_own_process(measurement pass, const run_options& options,
                                   run_observer& observer);

}  // namespace codag::harness
