#include "harness/measure/profile/metric_collector.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

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

/// The kernels of one launch for whose counters there is memory. Ours launch one kernel, or a few;
/// peers have launched 32.
constexpr std::size_t most_kernels = 256;

/// The values of each kernel of one launch, in the order of plan.metrics().
std::vector<std::vector<double>> values_of_kernels(const replay_plan& plan, range_profiler_api& api,
                                                   const profiled_launch& launch) {
  const profiler_session open(api);
  api.configure(plan, most_kernels);
  api.start();
  launch();
  api.stop();
  // CUPTI does not always say that it dropped a kernel, so full memory counts as too little.
  if (api.decode() > 0 || api.ranges() >= most_kernels)
    throw cannot_profile("the launch runs at least " + std::to_string(most_kernels) +
                         " kernels, too many to count");
  std::vector<std::vector<double>> kernels;
  for (std::size_t i = 0; i < api.ranges(); ++i)
    kernels.push_back(plan.evaluate(api.counter_data(), i));
  if (kernels.empty()) throw cannot_profile("the range profiler saw no kernel");
  return kernels;
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
  const auto kernels = values_of_kernels(*plan, api, launch);
  profile.kernels = kernels.size();
  const auto at_duration = std::ranges::find(counted, duration) - counted.begin();
  const auto seconds_of = [&](const std::vector<double>& values) {
    const auto at = static_cast<std::size_t>(at_duration);
    return at < values.size() && std::isfinite(values[at]) ? values[at] * 1e-9 : 0.0;
  };
  if (kernels.size() > 1 && profile.absent.contains(duration))
    throw cannot_profile("the launch runs " + std::to_string(kernels.size()) +
                         " kernels, and the chip does not count which takes the longest");
  const std::vector<double>& values = *std::ranges::max_element(kernels, {}, seconds_of);
  for (std::size_t i = 0; i < counted.size(); ++i) {
    if (std::isfinite(values[i]))
      profile.values[counted[i]] = values[i];
    else
      profile.absent[counted[i]] = "the counters give no finite value";
  }
  if (const auto at = profile.values.find(duration); at != profile.values.end())
    profile.kernel_seconds = at->second * 1e-9;
  if (profile.kernel_seconds)
    profile.all_kernels_seconds =
        std::transform_reduce(kernels.begin(), kernels.end(), 0.0, std::plus<>(), seconds_of);
  return profile;
}

}  // namespace codag::harness
