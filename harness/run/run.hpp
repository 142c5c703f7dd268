// Running an experiment: every case is verified and measured, and the report saved.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/config/config.hpp"
#include "harness/measure/disturbance/takes.hpp"
#include "harness/plan/case.hpp"
#include "harness/report/output/destination.hpp"
#include "harness/run/interruption.hpp"
#include "harness/run/observer.hpp"
#include "harness/run/outcome.hpp"

namespace codag::harness {

struct run_options {
  bool resume = false;                 ///< keep the finished cases of the report that is there
  std::filesystem::path reuse;         ///< a report whose rows replace measuring again; empty: none
  std::string filter, one_case;        ///< what chose the plan's cases; empty: nothing did
  std::vector<bench_case> left_out;    ///< the config's cases that --filter or --case left out
  std::vector<std::string> arguments;  ///< of this process, which are used again for passes
  std::vector<std::string> command_line;  ///< what the user typed, which is reported
  std::uint64_t devices_at_once = 0;      ///< of --devices; 0: it was not given
  disturbance_rules disturbances;         ///< of --disturbed
};

/// Runs the cases of the plan in order. Each case's rows are in the report before the next case
/// begins; the file is written when that is due (report_writer::save_if_due()). A report that is
/// already at the destination is kept under another name, and the observer is told. Throws
/// datasets::bad_input.
run_outcome run_experiment(const config& config, const std::vector<bench_case>& plan,
                           const run_options& options, report_destination& destination,
                           interruption& interruption, run_observer& observer);

/// Prepares one case, launches its kernel exactly once and verifies the output, for use under an
/// external profiler. Writes no report.
struct once_result {
  run_outcome outcome;
  std::string line;  ///< "NAME on cuda: ok"
};
once_result run_once(const config& config, const bench_case& what);

/// The backend for the kernels: the requested one, or else cuda if there is a GPU and host if not.
/// Throws datasets::bad_input, with the remedy, if that backend cannot be used.
backend resolve_backend(std::optional<backend> asked);

}  // namespace codag::harness
