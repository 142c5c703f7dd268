#include "harness/measure/statistics/sample_count.hpp"

#include <cmath>

namespace codag::harness {

sample_count samples_for(const time_spec& spec, double launch_s) {
  const unsigned least = launch_s > slow_launch_s ? spec.min_slow_samples : spec.min_samples;
  // A launch too short for the timer would need samples without end.
  const double filling = launch_s > 0          ? std::ceil(spec.min_time_s / launch_s)
                         : spec.min_time_s > 0 ? HUGE_VAL
                                               : 0;
  if (filling > spec.max_samples || least > spec.max_samples)
    return {spec.max_samples, "max_samples"};
  if (filling > least) return {static_cast<unsigned>(filling), "min_time"};
  return {least, "min_samples"};
}

}  // namespace codag::harness
