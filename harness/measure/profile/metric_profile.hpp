// The metrics that the range profiler counted for a kernel: how busy the GPU's units were.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>

namespace codag::harness {

/// The metrics of one launch. The kernel was replayed `replays` times.
struct metric_profile {
  std::size_t replays = 0;
  /// The kernels of the launch. If there are several, the values are those of the one that took the
  /// longest.
  std::size_t kernels = 1;
  std::optional<double> all_kernels_seconds;  ///< the time of all of them; unset as kernel_seconds
  std::optional<double> kernel_seconds;  ///< gpu__time_duration.sum; unset if the chip lacks it
  std::map<std::string, double> values;  ///< metric -> value, finite, in CUPTI's unit
  std::map<std::string, std::string> absent;  ///< metric -> why it has no value
  /// Whether the output was verified after the replays. The caller sets it.
  bool verified_after = false;
};

}  // namespace codag::harness
