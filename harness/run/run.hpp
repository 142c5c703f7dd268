// Running an experiment: every case verified, then measured, then saved.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/config/config.hpp"
#include "harness/plan/case.hpp"
#include "harness/run/observer.hpp"
#include "harness/run/outcome.hpp"

namespace codag::harness {

struct run_options {
  std::string output;   ///< where the report goes
  bool resume = false;  ///< keep the finished cases of the report that is there
  std::string reuse;    ///< a report whose rows stand for cases measured alike; empty: none
  std::vector<std::string> arguments;  ///< the command line: for the report, and to run again
};

/// Runs the plan in order. Each case's rows are in the report file before the next case begins.
/// Throws datasets::bad_input.
run_outcome run_experiment(const config& config, const std::vector<bench_case>& plan,
                           const run_options& options, run_observer& observer);

/// Makes one case ready, launches its kernel exactly once, verifies what it wrote and says so: what
/// a profiler is put over. Writes no report.
struct once_result {
  run_outcome outcome;
  std::string line;  ///< "NAME on cuda: ok"
};
once_result run_once(const config& config, const bench_case& what);

/// Where the kernels run: what was asked for, or cuda where a GPU is and else host. Throws
/// datasets::bad_input, with the remedy, if cuda is asked for and there is no usable GPU.
backend resolve_backend(std::optional<backend> asked);

}  // namespace codag::harness
