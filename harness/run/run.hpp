// Running an experiment: every case verified, then measured, then saved.
#pragma once

#include <string>
#include <vector>

#include "harness/config/config.hpp"
#include "harness/plan/case.hpp"

namespace codag::harness {

/// Exit codes of `codag`, the same for every command.
enum exit_code : int {
  exit_ok = 0,
  exit_case_failed = 1,  ///< a case failed its verification, or could not be run to its end
  exit_bad_input = 2,    ///< a config, dataset, report or command line is off; nothing was lost
  exit_skipped = 3,      ///< under --strict: a case was skipped
};

struct run_options {
  std::string output;   ///< where the report goes
  bool resume = false;  ///< keep the finished cases of the report that is there
  std::string reuse;    ///< a report whose rows stand for cases measured alike; empty: none
  bool strict = false;  ///< a skipped case fails the run
  std::vector<std::string> arguments;  ///< the command line: for the report, and to run again
};

/// Runs the plan in order and returns an exit_code. Each case's rows are in the report file before
/// the next case begins. Throws datasets::bad_input.
int run_experiment(const config& config, const std::vector<bench_case>& plan,
                   const run_options& options);

/// Makes one case ready, launches its kernel exactly once, verifies what it wrote and says so: what
/// a profiler is put over. Writes no report. Returns an exit_code.
int run_once(const config& config, const bench_case& what);

/// "cuda" or "host" for "auto", "cuda" or "host". Throws datasets::bad_input, with the remedy, if
/// "cuda" is asked for and there is no usable GPU.
std::string resolve_backend(const std::string& asked);

/// What names a config may use.
known_names registry_names();

}  // namespace codag::harness
