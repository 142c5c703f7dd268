// What the verdicts on claims and targets mean for a run's outcome.
#pragma once

#include <nlohmann/json.hpp>

#include "harness/run/outcome.hpp"

namespace codag::harness {

/// Whether a claim or a target of `verdicts`, which has the lists "claims" and "targets", has no
/// verdict, and whether one was not reproduced or missed.
inline run_outcome outcome_of_verdicts(const nlohmann::json& verdicts) {
  run_outcome outcome;
  for (const char* list : {"claims", "targets"})
    for (const nlohmann::json& one : verdicts[list]) {
      const nlohmann::json& verdict = one["verdict"];
      outcome.untested = outcome.untested || verdict == "not_testable" || verdict == "undecided";
      outcome.missed = outcome.missed || verdict == "not_reproduced" || verdict == "missed";
    }
  return outcome;
}

}  // namespace codag::harness
