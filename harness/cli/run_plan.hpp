// What a run's command line asks for, before anything runs.
#pragma once

#include <string>
#include <vector>

#include "harness/cli/run_arguments.hpp"
#include "harness/config/config.hpp"
#include "harness/plan/case.hpp"
#include "harness/report/output/destination.hpp"

namespace codag::harness {

/// The config, with the overrides from the command line and the backend that runs the cases.
/// Throws datasets::bad_input if this machine cannot run that backend.
config configured(const run_arguments& given);

/// The cases that the command line selects. Throws datasets::bad_input if their files cannot be
/// read or their columns do not fit into memory.
std::vector<bench_case> select_cases(std::vector<bench_case> plan, const run_arguments& given);

/// The report's name: --output, or "codag-EXPERIMENT.json".
std::string report_name(const run_arguments& given, const config& config);

/// What the run may do to a file that is already there.
replace_rules rules_of(const run_arguments& given, const config& config);

}  // namespace codag::harness
