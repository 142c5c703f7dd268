// The sequence of a pass of the range profiler.
#pragma once

#include <string>
#include <vector>

#include "harness/measure/profile/metric_catalogue.hpp"
#include "harness/measure/profile/metric_profile.hpp"
#include "harness/measure/profile/profiled_launch.hpp"
#include "harness/measure/profile/range_profiler_api.hpp"

namespace codag::harness {

/// Counts `metrics` over one launch of one kernel, which CUPTI replays once a pass. A metric that
/// the chip lacks is absent, with its reason, and hinders no other. Throws cannot_profile if CUPTI
/// refuses or if the launch was not exactly one kernel.
metric_profile collect_metrics(const metric_catalogue& catalogue, range_profiler_api& api,
                               const profiled_launch& launch,
                               const std::vector<std::string>& metrics);

}  // namespace codag::harness
