// Comparing two programs on one GPU in one run.
//
// Two runs one after the other differ by more than a change that matters: the clock, the heat and
// the neighbours are other ones, and the memory lies elsewhere. So the two programs take turns.
//
// A case is measured in rounds, in two stages: how far the rounds of the first one differ decides
// how many more there are, and their mean has no say. In a round both programs prepare the case
// anew, and so get other memory. Then each takes two bursts of launches, in the
// order BASE NEW NEW BASE or NEW BASE BASE NEW: a steady drift hits both alike. Half of the rounds
// have one order and half the other, shuffled with a seed that the result has. Only one program
// works at a time, and it drops its first launch after each change.
//
// A round is one experiment. Its result is the logarithm of NEW's time over BASE's, the geometric
// means of the bursts' medians. The ratio of a case is the mean of its rounds with Student's t
// interval (measure/statistics/log_ratios.hpp). The intervals of all cases hold together with 95 %
// (Bonferroni), so that a config of many cases raises no more false alarms than one of few. The
// verdict is that of `codag compare`: same, faster or slower if the whole interval is inside or
// beyond the band, else unclear.
//
// The output is verified before the first and after the last launch.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "harness/ab/served_program.hpp"
#include "harness/compare/verdict.hpp"
#include "harness/run/observer.hpp"

namespace codag::harness {

struct ab_options {
  unsigned rounds = 12;        ///< per case, of the first stage; even, and at least 6
  unsigned most_rounds = 400;  ///< of both stages; even
  std::uint64_t seed = 0;      ///< of the order
  double band = 0.005;         ///< a smaller change on a GPU is "same": 0.005 for 0.5 %
  double confidence = 0.95;    ///< that the intervals of all cases hold together
};

/// The bursts of a round, in the order in which each program took them.
struct ab_round {
  bool base_first = true;
  std::array<burst, 2> base, now;

  /// Of NEW's time over BASE's.
  [[nodiscard]] double log_ratio() const;
};

enum class ab_status : std::uint8_t {
  ok,             ///< there is a verdict
  failed_verify,  ///< the output of a program is wrong
  differs,        ///< the programs work on other bytes, so their times say nothing
  error,          ///< a program ended, hung or failed
  skipped         ///< this machine cannot run or time the case
};

constexpr std::string_view to_string(ab_status s) {
  constexpr std::string_view names[] = {"ok", "failed_verify", "differs", "error", "skipped"};
  return names[static_cast<std::size_t>(s)];
}

/// A case of both programs.
struct ab_case {
  std::string name;
  ab_status status = ab_status::ok;
  std::string reason;   ///< why the status is not ok; empty if it is
  std::string times;    ///< "cold" or "hot"; empty if nothing was timed
  bool on_cpu = false;  ///< native code of the CPU was timed
  std::vector<ab_round> rounds;
  interval ratio;  ///< NEW's time over BASE's; of status ok only, like all below
  harness::verdict verdict = verdict::unclear;
  burst base, now;  ///< the medians of the bursts
};

/// A smaller change of the case is "same", relative to its time. The rounds aim at it, and the
/// verdict is taken with it. Native code of the CPU has at least drift_off_the_gpu.
double band_of(const ab_case& c, const ab_options& options);

struct ab_result {
  program_facts base, now;
  ab_options options;
  std::vector<ab_case> cases;
  std::vector<std::string> only_in_base, only_in_new;
  double seconds = 0;  ///< that the run took

  /// The cases with this verdict.
  [[nodiscard]] std::size_t count(verdict verdict) const;
  [[nodiscard]] std::size_t count(ab_status status) const;
};

/// Compares the programs on the cases that both have, in BASE's order. Throws datasets::bad_input
/// if a program cannot be started, the two use different GPUs or backends, or the GPU's memory
/// cannot hold a case of both.
ab_result compare_programs(served_program& base, served_program& now, const ab_options& options,
                           run_observer& observer);

/// What to_string(verdict, measure) needs: times, of which the lower one is better.
measure time_of_programs();

}  // namespace codag::harness
