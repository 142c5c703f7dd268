// Sampling a workload's time with Google Benchmark's loop.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "harness/measure/sample_set.hpp"
#include "harness/measure/time_spec.hpp"
#include "harness/measure/workload.hpp"

namespace codag::harness {

/// Thrown if every sample ran below the throttle threshold.
struct all_throttled : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Thrown if the output of a sample is wrong.
struct wrong_sample : std::runtime_error {
  wrong_sample(const std::string& what, verification its)
      : std::runtime_error(what), found(std::move(its)) {}
  verification found;
};

/// Warms up, then samples `workload` as a Google Benchmark named `name` with manual time. The
/// warm-up decides how many samples are taken (samples_for()); only the time limit ends sampling
/// earlier, which proceeds in rounds (one repetition each) for its sake. The samples that
/// spec.verified names are launched into a poisoned output, which is verified afterwards. A sample
/// whose SM clock is below spec.throttle_threshold of the clock that the GPU is allowed is
/// discarded, counted and retried after a pause. Throws all_throttled if too many samples in a row
/// are discarded, and wrong_sample. Appends one row per round to `repetitions`.
sample_set sample_times(const std::string& name, workload& workload, bool cold,
                        const time_spec& spec, std::vector<repetition>& repetitions);

}  // namespace codag::harness
