#include "harness/measure/latency.hpp"

#include <algorithm>
#include <chrono>
#include <vector>

#include "harness/measure/statistics/statistics.hpp"
#include "harness/measure/timing.hpp"

namespace codag::harness {
namespace {

/// A workload whose times are the host's.
class timed_by_the_host final : public workload {
 public:
  explicit timed_by_the_host(workload& its) : its_(its) {}

  void poison() override { its_.poison(); }
  verification outcome() override { return its_.outcome(); }
  void launch() override { its_.launch(); }
  void synchronize() override { its_.synchronize(); }
  timed_run run(bool /*cold*/) override {
    synchronize();  // what came before is no part of the latency
    const auto start = std::chrono::steady_clock::now();
    launch();
    synchronize();
    return {.seconds =
                std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count()};
  }

 private:
  workload& its_;
};

}  // namespace

latency_facts measure_latency(const std::string& name, workload& workload, const time_spec& spec) {
  timed_by_the_host timed(workload);
  time_spec its_spec = spec;
  its_spec.max_samples = std::max(spec.max_samples, least_launches_of_p99);
  its_spec.min_samples = its_spec.min_slow_samples =
      std::max(spec.min_samples, least_launches_of_p99);
  std::vector<repetition> not_kept;  // a report has the rows of the case's own times only
  latency_facts facts;
  facts.samples = sample_times(name + "/latency", timed, false, its_spec, not_kept);
  if (facts.samples.seconds.size() >= least_launches_of_p99)
    facts.p99 = quantile_of(facts.samples.seconds, 0.99);
  return facts;
}

}  // namespace codag::harness
