// Exit codes of `codag`, the same for every command.
#pragma once

#include "harness/run/outcome.hpp"

namespace codag::harness {

enum exit_code : int {
  exit_ok = 0,
  exit_case_failed = 1,  ///< a case failed its verification, or could not be run to its end
  exit_bad_input = 2,    ///< a config, dataset, report or command line is bad; nothing was lost
  exit_skipped = 3,      ///< under --strict: a case was skipped
};

/// The exit code of a run. A failed case is told before a bad dataset, and that before a skip.
constexpr exit_code exit_code_of(const run_outcome& outcome, bool strict) {
  if (outcome.failed) return exit_case_failed;
  if (outcome.bad_input) return exit_bad_input;
  return outcome.skipped && strict ? exit_skipped : exit_ok;
}

}  // namespace codag::harness
