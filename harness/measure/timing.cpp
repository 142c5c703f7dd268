#include "harness/measure/timing.hpp"

#include <benchmark/benchmark.h>

#include <chrono>
#include <numeric>
#include <thread>

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

  void warm_up() {
    for (unsigned i = 0; i < spec_.warmup; ++i) workload_.run(cold_);
  }

  double next() {
    for (unsigned tries = 0; tries < max_throttled_in_a_row; ++tries) {
      const timed_run run = workload_.run(cold_);
      if (run.sm_clock_mhz == 0 || run.sm_clock_mhz >= slowest_mhz_) {
        samples.seconds.push_back(run.seconds);
        samples.sm_clock_mhz.push_back(run.sm_clock_mhz);
        return run.seconds;
      }
      ++samples.discarded_throttled;
      std::this_thread::sleep_for(throttle_pause);
    }
    throw all_throttled(
        std::to_string(max_throttled_in_a_row) + " samples in a row ran below " +
        std::to_string(static_cast<int>(slowest_mhz_)) +
        " MHz; wait until the GPU is cool and idle, or lower time.throttle_threshold");
  }

  sample_set samples;

 private:
  workload& workload_;
  bool cold_;
  const time_spec& spec_;
  double slowest_mhz_;
};

}  // namespace

sample_set sample_times(const std::string& name, workload& workload, bool cold,
                        const time_spec& spec, std::vector<repetition>& repetitions) {
  sampler source(workload, cold, spec);
  source.warm_up();
  stopping_criterion criterion(spec);
  const auto start = steady_clock::now();
  const auto elapsed = [&] {
    return std::chrono::duration<double>(steady_clock::now() - start).count();
  };
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
        // A round ends when the criterion is first checked, so that a slow case stops in time.
        ->Iterations(spec.min_samples);
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
  } while (!criterion.is_finished(elapsed()));

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
