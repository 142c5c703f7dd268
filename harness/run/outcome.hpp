// The outcome of a run.
#pragma once

namespace codag::harness {

/// What occurred in any of a run's cases.
struct run_outcome {
  bool failed = false;      ///< a case failed its verification, or did not run to completion
  bool bad_input = false;   ///< a dataset is invalid
  bool skipped = false;     ///< this machine cannot run a case
  bool untested = false;    ///< a claim or a target could not be judged
  bool missed = false;      ///< a claim was not reproduced, or a target missed
  bool disturbed = false;   ///< a case was disturbed, and that was not allowed
  bool unmeasured = false;  ///< no case has a measurement that the config asks for
  bool ran = false;         ///< a case is ok, now or in the report that the run continues

  run_outcome& operator+=(const run_outcome& other) {
    failed = failed || other.failed;
    bad_input = bad_input || other.bad_input;
    skipped = skipped || other.skipped;
    untested = untested || other.untested;
    missed = missed || other.missed;
    disturbed = disturbed || other.disturbed;
    unmeasured = unmeasured || other.unmeasured;
    ran = ran || other.ran;
    return *this;
  }
};

}  // namespace codag::harness
