// The exit codes of `codag`, which all commands share.
#pragma once

#include "harness/run/outcome.hpp"

namespace codag::harness {

enum exit_code : int {
  exit_ok = 0,
  exit_case_failed = 1,  ///< a case failed its verification, or did not run to completion
  exit_bad_input = 2,    ///< a config, dataset, report or command line is invalid; nothing was lost
  exit_skipped = 3,      ///< with --strict: a case was skipped
  exit_output_lost = 4,  ///< standard output could not be written; nothing else went wrong
};

/// The exit code of a run. A failed case takes precedence over a bad dataset, and that over a
/// skipped case.
constexpr exit_code exit_code_of(const run_outcome& outcome, bool strict) {
  if (outcome.failed) return exit_case_failed;
  if (outcome.bad_input) return exit_bad_input;
  return outcome.skipped && strict ? exit_skipped : exit_ok;
}

}  // namespace codag::harness
