// The latency of a launch as the host sees it.
#pragma once

#include <optional>
#include <string>

#include "harness/measure/sample_set.hpp"
#include "harness/measure/time_spec.hpp"
#include "harness/measure/workload.hpp"

namespace codag::harness {

/// With fewer launches, the slowest of 100 would be a guess.
inline constexpr unsigned least_launches_of_p99 = 100;

struct latency_facts {
  sample_set samples;         ///< the median is p50
  std::optional<double> p99;  ///< seconds; unset for fewer than least_launches_of_p99
};

/// Measures launches from the call to the moment when the host knows that the result is there. The
/// GPU is not held, and nothing is flushed. As many launches are measured as sample_times() would
/// take, and least_launches_of_p99 at least, if the time limit allows. Throws wrong_sample.
latency_facts measure_latency(const std::string& name, workload& workload, const time_spec& spec);

}  // namespace codag::harness
