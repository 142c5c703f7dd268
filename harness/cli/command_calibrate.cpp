#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "datasets/bad_input.hpp"
#include "harness/cli/command_failed.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/exit_code.hpp"
#include "harness/cli/result_output.hpp"
#include "harness/cli/run_arguments.hpp"
#include "harness/compare/calibration.hpp"
#include "harness/measure/statistics/statistics.hpp"
#include "harness/report/report_file.hpp"
#include "harness/run/child_process.hpp"
#include "harness/screen/text_table.hpp"
#include "harness/support/disturbed_row.hpp"
#include "harness/support/json_text.hpp"
#include "harness/support/printable.hpp"
#include "harness/support/shell_quote.hpp"
#include "harness/support/temporary_folder.hpp"

namespace codag::harness {
namespace {

namespace fs = std::filesystem;

struct calibrate_query {
  std::string config, filter, size, backend, output, keep;
  std::uint64_t runs = 5;
  bool force = false;
  std::vector<std::string> typed;  ///< the whole command line
};

std::vector<std::string> command_of(const calibrate_query& given, const fs::path& report) {
  std::vector<std::string> command = {given.typed.front(), "run",           given.config,
                                      "--output",          report.string(), "--force"};
  for (const auto& [option, value] : {std::pair("--filter", &given.filter),
                                      {"--size", &given.size},
                                      {"--backend", &given.backend}})
    if (!value->empty()) command.insert(command.end(), {option, *value});
  return command;
}

fs::path report_of(const fs::path& folder, std::uint64_t run) {
  return folder / ("run-" + std::to_string(run) + ".json");
}

/// A report per run. Every run has a process of its own, and every process runs all cases, so the
/// runs of one case are as far apart in time as the config is long.
std::vector<nlohmann::json> measured(const calibrate_query& given, const fs::path& folder,
                                     interruption& interruption) {
  std::vector<nlohmann::json> reports;
  for (std::uint64_t run = 1; run <= given.runs; ++run) {
    const fs::path file = report_of(folder, run);
    const std::string name = "calibrate: run " + std::to_string(run);
    std::cerr << "codag: run " << run << " of " << given.runs << "\n";
    setenv(of_another_command, "calibrate", 1);
    const child_end ended = run_child(command_of(given, file), interruption, true);
    if (!ended.not_started.empty())
      throw command_failed(name + " could not be started: " + ended.not_started);
    if (ended.signal != 0)
      throw command_failed(name + " was ended by signal " + std::to_string(ended.signal));
    // Its own message is on the screen already.
    if (ended.exit_code == exit_bad_input) throw datasets::bad_input(name + " was refused");
    if (ended.exit_code == exit_case_failed)
      throw command_failed("calibrate: a case of run " + std::to_string(run) +
                           " failed; fix it first");
    // If this process was interrupted, too, it ends while the exception passes.
    if (ended.exit_code > exit_claim_missed) throw command_failed(name + " was interrupted");
    reports.push_back(read_report(file));
  }
  return reports;
}

bool has_calibration(const fs::path& file) {
  try {
    calibration::read(file);
    return true;
  } catch (const datasets::bad_input&) {
    return false;
  }
}

/// The runs replace what is in their way, so nothing may be, and the calibration replaces no run.
void check_kept(const calibrate_query& given, const fs::path& output) {
  if (given.keep.empty()) return;
  if (fs::exists(given.keep) && !fs::is_directory(given.keep))
    throw datasets::bad_input("--keep " + given.keep + ": is no folder; choose another place");
  for (std::uint64_t run = 1; run <= given.runs; ++run)
    if (fs::weakly_canonical(fs::absolute(report_of(given.keep, run))) ==
        fs::weakly_canonical(fs::absolute(output)))
      throw datasets::bad_input("--output " + output.string() + " is the report of run " +
                                std::to_string(run) +
                                " in the folder of --keep; choose another --output");
  if (given.force) return;
  for (std::uint64_t run = 1; run <= given.runs; ++run)
    if (const fs::path file = report_of(given.keep, run); fs::exists(fs::symlink_status(file)))
      throw datasets::bad_input(file.string() +
                                ": exists; choose another folder for --keep, or replace its runs "
                                "with --force");
}

std::string table_of(const calibration& c) {
  text_table table;
  table.add({"case", "GB/s", "range", "drift"});
  for (const nlohmann::json& one : c.content()["cases"]) {
    const std::vector<double> gbps = one["gbps"];
    table.add({one["name"], fixed(median_of(gbps), 2),
               fixed(one["range"].get<double>() * 100, 2) + "%",
               fixed(one["drift"].get<double>() * 100, 2) + "%"});
  }
  return table.str({});
}

/// The cases that were disturbed in one of the runs: a calibration lacks them.
std::set<std::string> disturbed_in(const std::vector<nlohmann::json>& reports) {
  std::set<std::string> names;
  for (const nlohmann::json& report : reports)
    for (const nlohmann::json& row : report["codag"]["cases"])
      if (is_disturbed(row)) names.insert(row["name"]);
  return names;
}

int run_calibrate(const calibrate_query& given) {
  if (given.runs < 3 || given.runs > 1000)
    throw datasets::bad_input("--runs: expected a number from 3 to 1000, found " +
                              std::to_string(given.runs));
  const fs::path stem = fs::path(given.config).stem();
  const fs::path output = given.output.empty()
                              ? fs::path("codag-" + stem.string() + ".calibration.json")
                              : fs::path(given.output);
  check_kept(given, output);
  std::optional<result_output> result(std::in_place, output,
                                      result_kind{"calibration", "a calibration", has_calibration},
                                      given.force);
  std::optional<temporary_folder> temporary;
  interruption interruption([&] {
    std::cerr << "codag: interrupted; no calibration was written\n";
    temporary.reset();
    result.reset();  // and its lock
  });
  fs::path folder = given.keep;
  if (given.keep.empty()) {
    const auto held = interruption.hold();  // a folder is made whole, or not at all
    folder = temporary.emplace().path();
  }
  const std::vector<nlohmann::json> reports = measured(given, folder, interruption);
  const calibration c = calibration::of_reports(reports, shell_line(given.typed));
  const std::set<std::string> disturbed = disturbed_in(reports);
  if (c.content()["cases"].empty())
    throw datasets::bad_input(
        given.config + (disturbed.empty()
                            ? ": no case has a throughput, so there is no drift to measure; "
                              "interpreted kernels have counts, which are exact"
                            : ": every case was disturbed in one of the runs; calibrate when "
                              "nothing else uses the machine (codag doctor)"));
  const auto held = interruption.hold();
  interruption.finish();  // a signal comes too late now: the calibration is written
  result->write(json_text(c.content()));
  for (const std::string& name : disturbed)
    std::cerr << "codag: left out: " << printable(name, 400) << ": disturbed in one of the runs\n";
  (result->is_standard_output() ? std::cerr : std::cout)
      << table_of(c) << "\nrange: the largest throughput over the smallest, minus 1. drift: "
      << "what two further runs are\nlikely to differ by at most (99 %).\ncalibration: "
      << printable(output.string(), 4096) << "\n";
  return exit_ok;
}

}  // namespace

void add_calibrate(command_line& line, const std::vector<std::string>& typed) {
  auto given = std::make_shared<calibrate_query>();
  given->typed = typed;
  command calibrate =
      line.add("calibrate", "measure how far runs of this program differ, for codag compare",
               [given] { return run_calibrate(*given); });
  calibrate.text("CONFIG", given->config, "the experiment's JSON file");
  calibrate.require("CONFIG");
  calibrate.number("--runs", given->runs, "the number of runs, each in a separate process");
  calibrate.text("--filter", given->filter, "as in codag run");
  calibrate.text("--size", given->size, "as in codag run");
  calibrate.text("--backend", given->backend, "as in codag run");
  calibrate.text(
      "--output", given->output,
      "the file to write, or - for standard output; by default codag-CONFIG.calibration.json");
  calibrate.text("--keep", given->keep, "keep the runs' reports in this folder: run-1.json, ...");
  calibrate.flag("--force", given->force,
                 "replace the file at --output and the runs at --keep, whatever they are");
  calibrate.footer("Example:\n  codag calibrate configs/paper/fig7.json --runs 5");
}

}  // namespace codag::harness
