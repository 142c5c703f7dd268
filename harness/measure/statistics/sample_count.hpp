// How many samples a case gets.
#pragma once

#include <string_view>

#include "harness/measure/time_spec.hpp"

namespace codag::harness {

/// A number of samples, and the member of time_spec that decided on it.
struct sample_count {
  unsigned samples = 0;
  std::string_view decided_by;  ///< "min_samples", "min_time" or "max_samples"
};

/// The number of samples for a launch of `launch_s` seconds. The time comes from launches that are
/// not samples. The samples themselves must not decide when sampling ends: a rule that stops when
/// they look good stops too often where they are wrong, and their interval loses its coverage.
sample_count samples_for(const time_spec& spec, double launch_s);

}  // namespace codag::harness
