// The options of timing a case.
#pragma once

namespace codag::harness {

class watch;

/// The defaults are those of configs/schema.json.
struct time_spec {
  unsigned warmup = 3;         ///< untimed launches before the first sample
  unsigned min_samples = 10;   ///< samples kept before the noise is checked
  unsigned max_samples = 200;  ///< sampling stops at this many kept samples
  double max_noise = 0.005;    ///< stop once (interval half-width / median) is at most this
  /// Wall-clock seconds for the warm-up and the cold samples, and the same again for the hot ones.
  /// The limit also cuts the warm-up and min_samples; one sample is always taken.
  double time_limit_s = 3.0;
  double throttle_threshold =
      0.75;          ///< share of the GPU's rated SM clock; slower samples are discarded
  bool cold = true;  ///< take samples with the L2 cache flushed before each one
  bool hot = true;   ///< take samples without a flush
  /// Looks between two samples, outside of what is timed; null: nobody does. The config has none.
  watch* watched_by = nullptr;
};

}  // namespace codag::harness
