// What sampling a workload's time gives.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace codag::harness {

/// Samples of one kind (cold or hot) with their statistics. Times are in seconds.
struct sample_set {
  std::vector<double> seconds;       ///< samples kept, in order
  std::vector<double> sm_clock_mhz;  ///< one per sample; 0 where the probe could not tell
  unsigned discarded_throttled = 0;
  double median = 0, low = 0, high = 0;  ///< median and its 95 % interval (order statistics)
  bool noise_reached = false;            ///< whether max_noise was met before a limit stopped it
  std::string stopped_by;                ///< "noise", "max_samples" or "time_limit"
};

/// One Google Benchmark repetition: what compare.py reads.
struct repetition {
  std::string name;  ///< case name + "/cold" or "/hot"
  std::int64_t iterations = 0;
  double real_time_ns = 0;  ///< mean manual time per iteration
  double cpu_time_ns = 0;
};

}  // namespace codag::harness
