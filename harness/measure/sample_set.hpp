// The results of sampling a workload's time.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace codag::harness {

/// Samples of one kind (cold or hot) with their statistics. Times are in seconds.
struct sample_set {
  std::vector<double> seconds;       ///< the samples that were kept, in order
  std::vector<double> sm_clock_mhz;  ///< one per sample; 0 if the clock could not be read
  unsigned discarded_throttled = 0;
  unsigned warmup_launches = 0;          ///< fewer than asked for if the time limit cut the warm-up
  double median = 0, low = 0, high = 0;  ///< median and its 95 % interval (order statistics)
  bool noise_reached =
      false;               ///< whether max_noise was reached before a limit stopped the sampling
  std::string stopped_by;  ///< "noise", "max_samples" or "time_limit"
};

/// One Google Benchmark repetition, as Google Benchmark's compare.py reads it.
struct repetition {
  std::string name;  ///< case name + "/cold" or "/hot"
  std::int64_t iterations = 0;
  double real_time_ns = 0;  ///< mean manual time per iteration
  double cpu_time_ns = 0;
};

}  // namespace codag::harness
