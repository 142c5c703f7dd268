// The options of measuring a case's energy.
#pragma once

namespace codag::harness {

/// The default is that of configs/schema.json.
struct energy_spec {
  double seconds = 2;  ///< the kernel runs at least this long; 0.5 to 60
};

}  // namespace codag::harness
