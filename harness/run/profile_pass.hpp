// The passes that profile: each adds a key to the rows of a report, in a process of its own.
#pragma once

#include <string>
#include <vector>

#include "harness/config/config.hpp"
#include "harness/plan/case.hpp"
#include "harness/run/run.hpp"

namespace codag::harness {

/// The passes in order, named as the measurements of a config and the keys of a row: "stalls",
/// "metrics". Each has a process of its own: PC sampling gives nothing after the range profiler,
/// and a process in which times are taken calls CUPTI never.
const std::vector<std::string>& profile_passes();

/// Why a row is null until the pass has run.
inline constexpr const char* pass_to_come =
    "its pass has not run yet; `codag run --resume` runs it";

/// Whether a row of a report lacks what the pass could give it.
bool wants_pass(const nlohmann::json& row, const std::string& pass);

/// The pass, in this process: for each of the plan's cases on a GPU whose row in the report
/// `options.output` is ok and lacks it, profiles the kernel and writes the report. Where nothing
/// can be profiled the row says why. Returns an exit_code. Throws datasets::bad_input.
int run_profile_pass(const std::string& pass, const config& config,
                     const std::vector<bench_case>& plan, const run_options& options);

/// Runs this program again, with the same arguments and --pass, and waits for it; a pass that
/// breaks off is said on stderr. Returns its exit code.
int profile_in_own_process(const std::string& pass, const run_options& options);

}  // namespace codag::harness
