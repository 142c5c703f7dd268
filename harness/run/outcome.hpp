// How a run ended.
#pragma once

namespace codag::harness {

/// What happened in any of a run's cases. All false: every case is ok.
struct run_outcome {
  bool failed = false;     ///< a case failed its verification, or could not be run to its end
  bool bad_input = false;  ///< a dataset is bad
  bool skipped = false;    ///< this machine lacks what a case needs

  run_outcome& operator+=(const run_outcome& other) {
    failed = failed || other.failed;
    bad_input = bad_input || other.bad_input;
    skipped = skipped || other.skipped;
    return *this;
  }
};

}  // namespace codag::harness
