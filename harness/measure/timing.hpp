// Sampling a workload's time with Google Benchmark's loop and codag's own stopping criterion.
#pragma once

#include <string>
#include <vector>

#include "harness/measure/sample_set.hpp"
#include "harness/measure/time_spec.hpp"
#include "harness/measure/workload.hpp"

namespace codag::harness {

/// Thrown if every sample ran below the throttle threshold.
struct all_throttled : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Warms up, then samples `workload` as a Google Benchmark named `name` with manual time. Sampling
/// proceeds in rounds (one repetition each) until the criterion of `spec` is met. A sample whose SM
/// clock is below spec.throttle_threshold of the clock that the GPU is allowed is discarded,
/// counted and retried after a pause. Throws all_throttled if too many samples in a row are
/// discarded. Appends one row per round to `repetitions`.
sample_set sample_times(const std::string& name, workload& workload, bool cold,
                        const time_spec& spec, std::vector<repetition>& repetitions);

}  // namespace codag::harness
