// The results of sampling a workload's time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace codag::harness {

/// Samples of one kind (cold or hot) with their statistics. Times are in seconds.
struct sample_set {
  std::vector<double> seconds;       ///< the samples that were kept, in order
  std::vector<double> sm_clock_mhz;  ///< one per sample; 0 if the clock could not be read
  unsigned verified = 0;             ///< samples whose output was verified
  unsigned held = 0;                 ///< samples that the GPU began when all was enqueued
  unsigned discarded_throttled = 0;
  unsigned warmup_launches = 0;  ///< fewer than asked for if the time limit cut the warm-up
  double median = 0;
  std::optional<double> low, high;  ///< the median's 95 % interval; unset for too few samples
  bool noise_reached = false;       ///< whether the interval is as narrow as max_noise asks
  std::string stopped_by;           ///< "min_samples", "min_time", "max_samples" or "time_limit"
};

/// One Google Benchmark repetition, as Google Benchmark's compare.py reads it.
struct repetition {
  std::string name;  ///< case name + "/cold" or "/hot"
  std::int64_t iterations = 0;
  double real_time_ns = 0;  ///< mean manual time per iteration
  double cpu_time_ns = 0;
};

}  // namespace codag::harness
