#include "harness/cli/run_on_devices.hpp"

#include <unistd.h>

#include <iostream>
#include <optional>
#include <string_view>

#include "harness/cli/cache_limit.hpp"
#include "harness/cli/run_plan.hpp"
#include "harness/measure/gpu/visible_devices.hpp"
#include "harness/plan/plan.hpp"
#include "harness/run/child_processes.hpp"
#include "harness/run/chosen_devices.hpp"
#include "harness/support/printable.hpp"
#include "harness/support/terminal_width.hpp"

namespace codag::harness {
namespace {

namespace fs = std::filesystem;

/// One device's process, and where its report goes.
struct device_run {
  chosen_device device;
  fs::path report;
  /// When the report that is already there was written; none if there is none.
  std::optional<fs::file_time_type> written_before;
};

std::optional<fs::file_time_type> time_of_writing(const fs::path& file) {
  std::error_code none;
  const auto time = fs::last_write_time(file, none);
  return none ? std::nullopt : std::optional(time);
}

/// Prints a line of a process, whose own "codag: " stays at the beginning.
void say(const device_run& run, std::string_view line) {
  constexpr std::string_view program = "codag: ";
  if (line.starts_with(program)) line.remove_prefix(program.size());
  std::cerr << std::string(program) + run.device.label() + ": " + printable(std::string(line)) +
                   "\n";
}

/// The runs, after a look at every report's place: nothing starts if one of them cannot be written.
std::vector<device_run> runs_of(const run_arguments& given, const config& config,
                                const std::vector<chosen_device>& devices) {
  const auto reports = reports_of(report_name(given, config), devices);
  std::vector<device_run> runs;
  for (std::size_t i = 0; i < devices.size(); ++i) {
    const report_destination place(reports[i], rules_of(given, config));
    runs.push_back({devices[i], reports[i], time_of_writing(reports[i])});
  }
  return runs;
}

child_command command_of(const device_run& run, std::size_t at_once, const run_arguments& given,
                         const std::string& program, bool with_progress) {
  child_command command{.program = program,
                        .arguments = given.typed,
                        .environment = {"CUDA_VISIBLE_DEVICES=" + run.device.device.uuid}};
  command.arguments.insert(
      command.arguments.end(),
      {device_report_option, run.report.string(), devices_at_once_option, std::to_string(at_once)});
  if (with_progress && !given.progress) command.arguments.emplace_back("--progress");
  return command;
}

/// Prints a process's report, if it wrote one. Returns its exit code.
int show(const device_run& run, const child_end& end, const run_arguments& given) {
  const gpu_device& device = run.device.device;
  std::cout << printable(run.device.label() + ": " + device.name + ", " + device.uuid) << "\n";
  if (!end.not_started.empty())
    say(run, "its process could not be started: " + end.not_started);
  else if (end.signal != 0)
    say(run, "its process was ended by signal " + std::to_string(end.signal) +
                 "; its report has the cases that had finished, and --resume continues");
  else if (end.exit_code < 128 && time_of_writing(run.report) != run.written_before)
    given.print(run.report, run.report.string(), std::cout, terminal_width(STDOUT_FILENO));
  return end.not_started.empty() && end.signal == 0 ? end.exit_code : exit_case_failed;
}

}  // namespace

int run_on_devices(const run_arguments& given) {
  cache_limit();                     // a mistake in it ends this process, and not each device's
  interruption interruption([] {});  // each process says what it keeps
  const config config = configured(given);
  select_cases(make_plan(config, *config.backend), given);
  return run_on_devices(given, config, choose_devices(*given.devices, visible_devices()),
                        this_program, interruption);
}

int run_on_devices(const run_arguments& given, const config& config,
                   const std::vector<chosen_device>& devices, const std::string& program,
                   interruption& interruption) {
  const std::vector<device_run> runs = runs_of(given, config, devices);
  // On a terminal, the processes' lines stand below each other, because several cannot share one.
  const bool with_progress = isatty(STDERR_FILENO) != 0;
  std::vector<child_command> commands;
  commands.reserve(runs.size());
  for (const device_run& run : runs)
    commands.push_back(command_of(run, runs.size(), given, program, with_progress));
  // Until the last words of all have been printed, a signal does not end this process.
  const auto held = interruption.hold();
  const std::vector<child_end> ends = run_children(
      commands, interruption, [&](std::size_t i, const std::string& line) { say(runs[i], line); });
  int worst = exit_ok;
  for (std::size_t i = 0; i < runs.size(); ++i)
    worst = worse_exit_code(worst, show(runs[i], ends[i], given));
  return worst;
}

}  // namespace codag::harness
