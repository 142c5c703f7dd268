// The options of PC sampling.
#pragma once

namespace codag::harness {

/// The options of the measurement "stalls".
struct stall_options {
  unsigned launches = 5;  ///< at least 1
  unsigned period_exponent =
      11;  ///< 2^this cycles between two samples of a multiprocessor; 5 to 31
};

}  // namespace codag::harness
