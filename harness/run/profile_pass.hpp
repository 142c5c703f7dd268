// The profiling passes. Each adds a key to the rows of a report and runs in a separate process.
#pragma once

#include <array>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "harness/config/config.hpp"
#include "harness/plan/case.hpp"
#include "harness/run/run.hpp"

namespace codag::harness {

/// The profiling passes in order. The key that a pass adds is the measurement's name. Each pass has
/// its own process, because PC sampling gives no samples after the range profiler has run, and
/// because a process that measures times must never call CUPTI.
inline constexpr std::array profile_passes = {measurement::stalls, measurement::metrics};

/// The option with which this program runs a pass over a peer's cases.
inline constexpr const char* pass_peer_option = "--pass-peer";

/// The reason for a null before the pass has run.
inline constexpr const char* pass_to_come =
    "its pass has not run yet; `codag run --resume` runs it";

/// Whether a row of a report lacks a result that the pass could add.
bool wants_pass(const nlohmann::json& row, measurement pass);

/// The library of the peer that runs the case; empty if the kernel is our own.
std::string peer_of(const bench_case& c);

/// Runs the pass in this process, for the cases of one peer or (if `peer` is empty) for our own
/// kernels. It profiles the kernel of each of the plan's cases on a GPU whose
/// row in the report `file` is ok and lacks the result, and writes the report after each
/// case. If a kernel cannot be profiled, its row gets the reason. Throws datasets::bad_input.
run_outcome run_profile_pass(measurement pass, const config& config,
                             const std::vector<bench_case>& plan, const std::string& peer,
                             const std::filesystem::path& file, interruption& interruption,
                             run_observer& observer);

/// Runs this program again with the same arguments, --pass and --pass-report, and waits for
/// it. The observer gets a message if that process fails. A peer that crashes thus costs only its
/// own profiles.
run_outcome profile_in_own_process(measurement pass, std::vector<std::string> arguments,
                                   const std::string& peer, const std::filesystem::path& file,
                                   interruption& interruption, run_observer& observer);

}  // namespace codag::harness
