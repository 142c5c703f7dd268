#include "harness/measure/profile/metric_collector.hpp"

#include <algorithm>
#include <cmath>

#include "harness/measure/profile/cannot_profile.hpp"

namespace codag::harness {
namespace {

/// The time of the replayed kernel in nanoseconds, as the GPU counts it. It is always collected.
constexpr const char* duration = "gpu__time_duration.sum";

/// Keeps the range profiler enabled during its lifetime.
class profiler_session {
 public:
  explicit profiler_session(range_profiler_api& api) : api_(api) { api_.enable(); }
  ~profiler_session() {
    try {
      api_.disable();
    } catch (const cannot_profile&) {
      // Either the counters have been read, or another exception is already being thrown.
    }
  }
  profiler_session(const profiler_session&) = delete;
  profiler_session& operator=(const profiler_session&) = delete;

 private:
  range_profiler_api& api_;
};

std::vector<double> values_of_one_launch(const replay_plan& plan, range_profiler_api& api,
                                         const profiled_launch& launch) {
  const profiler_session open(api);
  api.configure(plan, 1);
  api.start();
  launch();
  api.stop();
  const std::size_t dropped = api.decode();
  const std::size_t launched = api.ranges() + dropped;
  if (launched != 1)
    throw cannot_profile("the range profiler saw " + std::to_string(launched) +
                         " kernels instead of one, so its counters belong to no single kernel");
  if (dropped > 0) throw cannot_profile("the range profiler dropped the kernel's counters");
  return plan.evaluate(api.counter_data());
}

}  // namespace

metric_profile collect_metrics(const metric_catalogue& catalogue, range_profiler_api& api,
                               const profiled_launch& launch,
                               const std::vector<std::string>& metrics) {
  std::vector<std::string> asked = metrics;
  if (!std::ranges::count(asked, duration)) asked.emplace_back(duration);
  metric_profile profile;
  std::vector<std::string> counted;
  for (const std::string& metric : asked) {
    if (const auto why = catalogue.why_not(metric))
      profile.absent[metric] = *why;
    else
      counted.push_back(metric);
  }
  if (counted.empty())
    throw cannot_profile("chip " + catalogue.chip() + " has none of the metrics asked for");

  const auto plan = catalogue.plan_replays(counted);
  profile.replays = plan->replays();
  const std::vector<double> values = values_of_one_launch(*plan, api, launch);
  for (std::size_t i = 0; i < counted.size(); ++i) {
    if (std::isfinite(values[i]))
      profile.values[counted[i]] = values[i];
    else
      profile.absent[counted[i]] = "the counters give no finite value";
  }
  if (const auto at = profile.values.find(duration); at != profile.values.end())
    profile.kernel_seconds = at->second * 1e-9;
  return profile;
}

}  // namespace codag::harness
