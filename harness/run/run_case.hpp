// Running one case to its end.
#pragma once

#include <functional>

#include "harness/config/config.hpp"
#include "harness/measure/disturbance/watches.hpp"
#include "harness/measure/workload.hpp"
#include "harness/report/case_result.hpp"
#include "harness/run/column_store.hpp"
#include "harness/run/outcome.hpp"

namespace codag::harness {

/// Verifies and measures `result.what`. An error becomes the result's status and reason.
/// `watches` see what disturbs it. `before_peer` is called before a peer's code runs for the first
/// time.
run_outcome run_to_a_status(column_store& columns, const config& config, case_result& result,
                            watches& watches, const std::function<void()>& before_peer = {});

/// Prepares `result.what` and launches its kernel exactly once, to verify it. An error becomes the
/// result's status and reason.
run_outcome launch_to_a_status(column_store& columns, const config& config, case_result& result);

/// The same of a case that is prepared.
void launch_once(workload& workload, case_result& result);

/// Verifies and measures a prepared case under `watch`, and again while it is disturbed. The result
/// has what the last take measured, and nothing of those before.
void measure_watched(workload& workload, const config& config, case_result& result, watch& watch,
                     takes& takes);

/// The outcome that a status stands for.
run_outcome outcome_of_status(case_status status);

}  // namespace codag::harness
