// The exit codes of `codag`, which all commands share. A run that SIGINT or SIGTERM ends has 128 +
// the signal's number: 130 or 143.
#pragma once

#include <array>
#include <cstddef>

#include "harness/run/outcome.hpp"

namespace codag::harness {

enum exit_code : int {
  exit_ok = 0,
  /// A case failed its verification or did not run to completion; compare, ab: the gate failed;
  /// rerun: a number was not reproduced; datasets: a copy differs from the paper's column.
  exit_case_failed = 1,
  exit_bad_input = 2,  ///< a config, dataset, report or command line is invalid; nothing was lost
  /// Every case was skipped, or nothing could be compared or judged; with --strict: a case was
  /// skipped, was disturbed or is missing, no case has a measurement that was asked for, a claim
  /// was not testable, or a value is unclear.
  exit_skipped = 3,
  exit_output_lost = 4,   ///< standard output could not be written; nothing else went wrong
  exit_claim_missed = 5,  ///< with --fail-on-claims: a claim was not reproduced, a target missed
};

/// What the command line asks of a run's outcome.
struct exit_rules {
  bool strict = false, fail_on_claims = false;
};

/// The exit code of a run. A failed case takes precedence over a bad dataset, that over a claim
/// that was not reproduced, and that over what was skipped.
constexpr exit_code exit_code_of(const run_outcome& outcome, exit_rules rules) {
  if (outcome.failed) return exit_case_failed;
  if (outcome.bad_input) return exit_bad_input;
  if (outcome.missed && rules.fail_on_claims) return exit_claim_missed;
  if (rules.strict &&
      (outcome.skipped || outcome.untested || outcome.disturbed || outcome.unmeasured))
    return exit_skipped;
  return outcome.skipped && !outcome.ran ? exit_skipped : exit_ok;
}

/// The one of two runs' exit codes that the user must know first, in the order of exit_code_of().
/// Every other code, such as that of an interrupted run, is worse than all of ours.
constexpr int worse_exit_code(int a, int b) {
  constexpr std::array from_the_worst = {exit_case_failed, exit_bad_input,   exit_claim_missed,
                                         exit_skipped,     exit_output_lost, exit_ok};
  for (const int code : {a, b})
    if (code < exit_ok || code > exit_claim_missed) return code;
  for (const exit_code worst : from_the_worst)
    if (a == worst || b == worst) return worst;
  return exit_ok;
}

}  // namespace codag::harness
