// The order of the calls that collect metrics with the range profiler.
#pragma once

#include <string>
#include <vector>

#include "harness/measure/profile/metric_catalogue.hpp"
#include "harness/measure/profile/metric_profile.hpp"
#include "harness/measure/profile/profiled_launch.hpp"
#include "harness/measure/profile/range_profiler_api.hpp"

namespace codag::harness {

/// Counts `metrics` over one launch, each kernel of which CUPTI replays until all are counted. The
/// values are those of the kernel that takes the longest. A metric that the chip lacks is listed as
/// absent, with the reason; the others are still collected. Throws cannot_profile if CUPTI refuses,
/// if the launch has no kernel or more than there is memory for, or if it has several and the chip
/// does not count their time.
metric_profile collect_metrics(const metric_catalogue& catalogue, range_profiler_api& api,
                               const profiled_launch& launch,
                               const std::vector<std::string>& metrics);

}  // namespace codag::harness
