// Measuring a case with its transfers between host and GPU.
#pragma once

#include <string>

#include "harness/measure/time_spec.hpp"
#include "harness/measure/transfer/transfer_facts.hpp"
#include "harness/measure/transfer/transfer_spec.hpp"

namespace codag::harness {

/// Verifies `in` and, with spec.copy_back, `in_out`, and samples every run as sample_times() does,
/// which verifies samples of these two. `name` is the case's. Each run has the time limit of
/// `time` for itself. Throws wrong_transfer for wrong values.
transfer_facts measure_transfer(transfer_workload& workload, const transfer_spec& spec,
                                const time_spec& time, const std::string& name);

}  // namespace codag::harness
