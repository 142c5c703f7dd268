// What the commands that run cases have in common: `codag run` and `codag file`.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "harness/cli/command_line.hpp"
#include "harness/cli/exit_code.hpp"
#include "harness/config/config.hpp"
#include "harness/measure/disturbance/takes.hpp"
#include "harness/screen/table.hpp"

namespace codag::harness {

/// A variable of the environment. A run that another command has started, such as rerun, has it,
/// and does not say how to continue: its config or its report is temporary.
inline constexpr const char* of_another_command = "CODAG_OF_ANOTHER_COMMAND";

struct run_arguments {
  std::string filter, one_case, backend, output, reuse, disturbed, pass, pass_report, pass_peer,
      device_report;
  std::optional<std::string> size, devices;
  std::uint64_t devices_at_once = 0;  ///< with device_report: its process is one of so many
  config_overrides overrides;
  bool peer_worker = false, serve_cases = false;
  bool dry_run = false, json = false, once = false, resume = false, force = false, progress = false;
  exit_rules rules;
  std::vector<std::string> typed;  ///< the whole command line

  [[nodiscard]] disturbance_rules disturbances() const { return {.allow = disturbed == "allow"}; }

  /// Reads the config, with the overrides.
  std::function<config()> read_config;
  /// Prints the report that was written.
  std::function<void(const std::filesystem::path&, const std::string&, std::ostream&, table_width)>
      print = print_report;
};

/// Adds the options that say how to run. The arguments must outlive the parse.
void add_run_options(command& run, run_arguments& given);

/// Adds the options that replace lists, except for the datasets.
void add_list_options(command& run, run_arguments& given);

/// Runs the cases; returns the exit code.
int run_cases(const run_arguments& given);

}  // namespace codag::harness
