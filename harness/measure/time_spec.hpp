// How a case is timed.
#pragma once

namespace codag::harness {

/// The defaults are those of configs/schema.json.
struct time_spec {
  unsigned warmup = 3;         ///< untimed launches before the first sample
  unsigned min_samples = 10;   ///< samples kept before the noise is looked at
  unsigned max_samples = 200;  ///< samples kept after which sampling stops
  double max_noise = 0.005;    ///< stop once (interval half-width / median) is at most this
  double time_limit_s = 3.0;   ///< wall-clock seconds for cold samples, and again for hot ones
  double throttle_threshold =
      0.75;          ///< share of the GPU's rated SM clock; slower samples are discarded
  bool cold = true;  ///< samples with the L2 cache flushed before each
  bool hot = true;   ///< samples without
};

}  // namespace codag::harness
