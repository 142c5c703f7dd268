// How busy the GPU's parts were: what the range profiler counted of a kernel.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>

namespace codag::harness {

/// The metrics of one launch, whose kernel was replayed once a pass of the counters.
struct metric_profile {
  std::size_t passes = 0;
  std::optional<double> kernel_seconds;  ///< gpu__time_duration.sum; nothing if the chip lacks it
  std::map<std::string, double> values;  ///< metric -> value, finite, in CUPTI's unit
  std::map<std::string, std::string> absent;  ///< metric -> why it has no value
  /// Whether the output was compared after the replays and was right: the caller's to say.
  bool verified_after = false;
};

}  // namespace codag::harness
