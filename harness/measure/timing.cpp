#include "harness/measure/timing.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <thread>
#include <utility>

#include "harness/measure/disturbance/watch.hpp"
#include "harness/measure/statistics/sample_count.hpp"
#include "harness/measure/statistics/statistics.hpp"

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

  /// Launches until the spec's number or its time limit is reached, and decides how many samples
  /// there will be.
  void warm_up() {
    double shortest = std::numeric_limits<double>::max();
    while (samples.warmup_launches < spec_.warmup && elapsed_s() < spec_.time_limit_s) {
      shortest = std::min(shortest, workload_.run(cold_).seconds);
      ++samples.warmup_launches;
    }
    // Without a warm-up, the launch is taken for one of those that need min_samples.
    count_ = samples_for(spec_, samples.warmup_launches == 0 ? slow_launch_s : shortest);
  }

  /// How many samples the next round takes: as many as are missing, but no more than fit into the
  /// time limit if a launch takes as long as those before it. One, if there were none before it.
  [[nodiscard]] std::int64_t round() const {
    if (samples.warmup_launches + taken() == 0) return 1;
    const double missing = count_.samples - static_cast<double>(taken());
    return static_cast<std::int64_t>(std::max(std::min(missing, launches_left()), 1.0));
  }

  /// Takes a sample. It is verified if it is the last one, which is known before it is launched.
  double next() {
    if (spec_.watched_by != nullptr) spec_.watched_by->between();
    finished_ = taken() + 1 >= count_.samples || launches_left() < 2;
    const bool verified = spec_.verified == verified_samples::every ||
                          (spec_.verified == verified_samples::last && finished_);
    for (unsigned tries = 0; tries < max_throttled_in_a_row; ++tries) {
      const timed_run run = verified ? verified_run() : workload_.run(cold_);
      if (ran_at_its_clock(run)) {
        samples.seconds.push_back(run.seconds);
        samples.sm_clock_mhz.push_back(run.sm_clock_mhz);
        samples.verified += verified ? 1 : 0;
        samples.held += run.held ? 1 : 0;
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

  [[nodiscard]] bool is_finished() const { return finished_; }
  [[nodiscard]] std::string_view stopped_by() const {
    return taken() >= count_.samples ? count_.decided_by : "time_limit";
  }

  sample_set samples;

 private:
  [[nodiscard]] std::size_t taken() const { return samples.seconds.size(); }
  /// Wall-clock seconds since the sampler was made.
  [[nodiscard]] double elapsed_s() const {
    return std::chrono::duration<double>(steady_clock::now() - start_).count();
  }
  /// How many launches still fit into the time limit.
  [[nodiscard]] double launches_left() const {
    const std::size_t launches = samples.warmup_launches + taken();
    if (launches == 0) return std::numeric_limits<double>::max();
    return (spec_.time_limit_s - elapsed_s()) / (elapsed_s() / static_cast<double>(launches));
  }

  timed_run verified_run() {
    workload_.poison();
    const timed_run run = workload_.run(cold_);
    verification found = workload_.outcome();
    if (found.ok) return run;
    const std::string what = "sample " + std::to_string(taken() + 1) + " is wrong: " + found.reason;
    throw wrong_sample(what, std::move(found));
  }

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
  sample_count count_;
  bool finished_ = false;
  steady_clock::time_point start_ = steady_clock::now();
};

}  // namespace

sample_set sample_times(const std::string& name, workload& workload, bool cold,
                        const time_spec& spec, std::vector<repetition>& repetitions) {
  sampler source(workload, cold, spec);
  source.warm_up();
  std::exception_ptr error;
  do {
    benchmark::RegisterBenchmark(
        name.c_str(),
        [&](benchmark::State& state) {
          for ([[maybe_unused]] auto _ : state) {
            try {
              state.SetIterationTime(source.next());
            } catch (...) {  // an exception must not pass through Google Benchmark's loop
              error = std::current_exception();
              state.SkipWithError("see the case's reason");
              break;
            }
          }
        })
        ->UseManualTime()
        ->Iterations(source.round());
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
  } while (!source.is_finished());

  source.samples.stopped_by = source.stopped_by();
  sample_set samples = std::move(source.samples);
  samples.median = median_of(samples.seconds);
  if (const auto i = median_interval(samples.seconds)) {
    samples.low = i->low;
    samples.high = i->high;
    samples.noise_reached = i->relative_half_width() <= spec.max_noise;
  }
  return samples;
}

}  // namespace codag::harness
