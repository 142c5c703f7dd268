// The options of timing a case.
#pragma once

#include <cstdint>

namespace codag::harness {

class watch;

/// The samples whose output is verified. Before such a sample the output and the workspace are
/// poisoned.
enum class verified_samples : std::uint8_t {
  none,  ///< for runs that only copy
  last,
  every
};

/// A launch that takes longer is slow: min_slow_samples of it are enough.
inline constexpr double slow_launch_s = 0.05;

/// The defaults are those of configs/schema.json.
struct time_spec {
  unsigned warmup = 3;             ///< untimed launches before the first sample
  unsigned min_samples = 20;       ///< samples that are kept at least
  unsigned min_slow_samples = 10;  ///< the same for a slow launch; a config sets both to one number
  unsigned max_samples = 5000;     ///< samples that are kept at most
  double min_time_s = 0.25;        ///< seconds that the samples take together, at least
  double max_noise = 0.005;  ///< the largest (interval half-width / median) that is not marked
  /// Wall-clock seconds for the warm-up and the cold samples, and the same again for the hot ones.
  /// The limit also cuts the warm-up and min_samples; one sample is always taken.
  double time_limit_s = 10.0;
  /// A sample is discarded if the SM clock was below this fraction of the clock that the GPU is
  /// allowed (workload::find_allowed_clock()).
  double throttle_threshold = 0.75;
  bool cold = true;  ///< take samples with the L2 cache flushed before each one
  bool hot = true;   ///< take samples without a flush
  verified_samples verified = verified_samples::last;
  /// Looks between two samples, outside of what is timed; null: nobody does. The config has none.
  watch* watched_by = nullptr;
};

}  // namespace codag::harness
