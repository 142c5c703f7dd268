#include "harness/measure/timing.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <numeric>
#include <thread>

#include "harness/measure/disturbance/watch.hpp"
#include "harness/measure/statistics/statistics.hpp"
#include "harness/measure/statistics/stopping_criterion.hpp"

namespace codag::harness {
namespace {

using steady_clock = std::chrono::steady_clock;

// After this many throttled samples in a row, the GPU will not cool down during this run.
constexpr unsigned max_throttled_in_a_row = 20;
constexpr auto throttle_pause = std::chrono::milliseconds(50);

/// Google Benchmark prints through a reporter. Codag does its own printing, so this one only keeps
/// the row.
class row_keeper : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs)
      if (run.run_type == Run::RT_Iteration) row = run;
  }
  Run row;
};

class sampler {
 public:
  sampler(workload& workload, bool cold, const time_spec& spec)
      : workload_(workload),
        cold_(cold),
        spec_(spec),
        slowest_mhz_(workload.rated_clock_mhz() * spec.throttle_threshold) {}

  /// Launches until the spec's number or its time limit is reached.
  void warm_up() {
    while (samples.warmup_launches < spec_.warmup && elapsed_s() < spec_.time_limit_s) {
      workload_.run(cold_);
      ++samples.warmup_launches;
    }
  }

  /// Wall-clock seconds since the sampler was made.
  [[nodiscard]] double elapsed_s() const {
    return std::chrono::duration<double>(steady_clock::now() - start_).count();
  }

  /// How many samples the next round takes: as many as are missing before the noise is checked for
  /// the first time, then as many again, but no more than max_samples in all, and no more than fit
  /// into the time limit if a launch takes as long as those before it.
  [[nodiscard]] std::size_t round() const {
    const std::size_t taken = samples.seconds.size(), launches = samples.warmup_launches + taken;
    if (launches == 0) return 1;
    const std::size_t wanted =
        std::min(taken < spec_.min_samples ? spec_.min_samples - taken : spec_.min_samples,
                 std::max<std::size_t>(spec_.max_samples, taken + 1) - taken);
    const double left = spec_.time_limit_s - elapsed_s();
    const double fit = left / (elapsed_s() / static_cast<double>(launches));
    return fit < static_cast<double>(wanted) ? static_cast<std::size_t>(std::max(fit, 1.0))
                                             : wanted;
  }

  double next() {
    if (spec_.watched_by != nullptr) spec_.watched_by->between();
    for (unsigned tries = 0; tries < max_throttled_in_a_row; ++tries) {
      const timed_run run = workload_.run(cold_);
      if (ran_at_its_clock(run)) {
        samples.seconds.push_back(run.seconds);
        samples.sm_clock_mhz.push_back(run.sm_clock_mhz);
        return run.seconds;
      }
      ++samples.discarded_throttled;
      std::this_thread::sleep_for(throttle_pause);
    }
    throw all_throttled(std::to_string(max_throttled_in_a_row) + " samples in a row ran below " +
                        std::to_string(static_cast<int>(slowest_mhz_)) + " MHz" +
                        (held_down_by_.empty() ? "" : " (" + held_down_by_ + ")") +
                        "; wait until the GPU is cool and idle, or lower time.throttle_threshold");
  }

  sample_set samples;

 private:
  /// Whether the GPU was not throttled: its owner may have set a clock below the rated one.
  bool ran_at_its_clock(const timed_run& run) {
    if (run.sm_clock_mhz == 0 || run.sm_clock_mhz >= slowest_mhz_) return true;
    const allowed_clock allowed = workload_.find_allowed_clock();
    slowest_mhz_ = allowed.mhz * spec_.throttle_threshold;
    held_down_by_ = allowed.held_down_by;
    return run.sm_clock_mhz >= slowest_mhz_;
  }

  workload& workload_;
  bool cold_;
  const time_spec& spec_;
  double slowest_mhz_;
  std::string held_down_by_;
  steady_clock::time_point start_ = steady_clock::now();
};

}  // namespace

sample_set sample_times(const std::string& name, workload& workload, bool cold,
                        const time_spec& spec, std::vector<repetition>& repetitions) {
  sampler source(workload, cold, spec);
  source.warm_up();
  stopping_criterion criterion(spec);
  std::exception_ptr error;
  do {
    benchmark::RegisterBenchmark(
        name.c_str(),
        [&](benchmark::State& state) {
          for ([[maybe_unused]] auto _ : state) {
            try {
              const double seconds = source.next();
              state.SetIterationTime(seconds);
              criterion.add(seconds);
            } catch (...) {  // an exception must not pass through Google Benchmark's loop
              error = std::current_exception();
              state.SkipWithError("see the case's reason");
              break;
            }
          }
        })
        ->UseManualTime()
        // The criterion is checked after each round, so that a slow case stops in time.
        ->Iterations(static_cast<std::int64_t>(source.round()));
    row_keeper keeper;
    benchmark::RunSpecifiedBenchmarks(&keeper, ".");
    benchmark::ClearRegisteredBenchmarks();
    if (error) std::rethrow_exception(error);
    repetitions.push_back({.name = name,
                           .iterations = keeper.row.iterations,
                           .real_time_ns = keeper.row.real_accumulated_time * 1e9 /
                                           static_cast<double>(keeper.row.iterations),
                           .cpu_time_ns = keeper.row.cpu_accumulated_time * 1e9 /
                                          static_cast<double>(keeper.row.iterations)});
  } while (!criterion.is_finished(source.elapsed_s()));

  sample_set samples = std::move(source.samples);
  const interval i = median_interval(samples.seconds);
  samples.median = i.median;
  samples.low = i.low;
  samples.high = i.high;
  samples.stopped_by = criterion.reason();
  samples.noise_reached = samples.stopped_by == "noise";
  return samples;
}

}  // namespace codag::harness
