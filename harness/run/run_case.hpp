// Running one case to its end.
#pragma once

#include <functional>

#include "harness/config/config.hpp"
#include "harness/measure/disturbance/watches.hpp"
#include "harness/report/case_result.hpp"
#include "harness/run/column_store.hpp"
#include "harness/run/outcome.hpp"

namespace codag::harness {

/// Verifies and measures `result.what`. An error becomes the result's status and reason.
/// `watches` see what disturbs it. `before_peer` is called before a peer's code runs for the first
/// time.
run_outcome run_to_a_status(column_store& columns, const config& config, case_result& result,
                            watches& watches, const std::function<void()>& before_peer = {});

/// The outcome that a status stands for.
run_outcome outcome_of_status(case_status status);

}  // namespace codag::harness
