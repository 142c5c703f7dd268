#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "datasets/bad_input.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/exit_code.hpp"
#include "harness/cli/run_arguments.hpp"
#include "harness/compare/reproduction.hpp"
#include "harness/kernels/host_backend.hpp"
#include "harness/measure/gpu/gpu.hpp"
#include "harness/plan/plan.hpp"
#include "harness/report/case_reader.hpp"
#include "harness/report/dataset_digests.hpp"
#include "harness/report/output/destination.hpp"
#include "harness/report/output/durable_file.hpp"
#include "harness/report/report_file.hpp"
#include "harness/report/rerun.hpp"
#include "harness/run/child_process.hpp"
#include "harness/run/find_peers.hpp"
#include "harness/screen/compare_table.hpp"
#include "harness/screen/text_table.hpp"
#include "harness/support/json_text.hpp"
#include "harness/support/printable.hpp"
#include "harness/support/temporary_folder.hpp"
#include "harness/support/terminal_width.hpp"

namespace codag::harness {
namespace {

struct rerun_query {
  std::string report, data, output, program;
  std::optional<std::string> calibration;
  bool dry_run = false, strict = false, force = false;
};

/// Where the files of the report's datasets may be, if they are not where its run found them.
std::vector<std::filesystem::path> data_folders(const rerun_query& given) {
  std::vector<std::filesystem::path> folders;
  if (!given.data.empty()) folders.emplace_back(given.data);
  folders.push_back(std::filesystem::absolute(given.report).parent_path());
  folders.push_back(std::filesystem::current_path());
  return folders;
}

/// The report's config as a file. Its name is ours: a stranger's report may have any experiment.
std::filesystem::path config_file(const nlohmann::json& codag, const rerun_query& given,
                                  const temporary_folder& folder) {
  std::filesystem::path file = folder.path() / "config.json";
  replace_file(file, json_text(rerun_config(codag, data_folders(given))),
               "set TMPDIR to a folder with room for it");
  return file;
}

/// The cases that this program would run for the report's config.
std::vector<bench_case> plan_of(const std::filesystem::path& file, const nlohmann::json& codag) {
  const config config = read_config(file, names_with_peers("codag"));
  std::vector<bench_case> plan = make_plan(config, *config.backend);
  const report_selection selected = selection_of_report(codag);
  if (!selected.filter.empty()) plan = filter_plan(plan, selected.filter);
  if (!selected.one_case.empty()) plan = only_case(plan, selected.one_case);
  return plan;
}

/// The same, for the user: a mistake in the config is one in the report, whose file has the config.
std::vector<bench_case> plan_of(const std::filesystem::path& file, const nlohmann::json& codag,
                                const std::string& report) {
  try {
    return plan_of(file, codag);
  } catch (const datasets::bad_input& e) {
    std::string what = e.what();
    const std::string begin = file.string() + ": ";
    if (what.starts_with(begin)) what.erase(0, begin.size());
    throw datasets::bad_input(report + ": its config: " + what);
  }
}

/// Why the report's kernels cannot run here; nothing if they can.
std::optional<std::string> why_not_here(const nlohmann::json& codag) {
  const std::string backend = codag["backend"];
  if (backend == "cuda") return cuda::why_no_gpu();
  if (backend == "host") return why_no_host();
  return std::nullopt;
}

/// Prints what a run would do. Fails if a case of the report could not be run.
exit_code show_plan(const nlohmann::json& codag, const std::vector<bench_case>& plan) {
  std::size_t there = 0;
  std::string lacking;
  for (const nlohmann::json& row : codag["cases"]) {
    const std::string name = row["name"];
    if (std::ranges::find(plan, name, &bench_case::name) != plan.end())
      ++there;
    else
      lacking += "  " + printable(name) + "\n";
  }
  std::cout << there << " of the report's " << codag["cases"].size() << " cases can be run by "
            << "this program, on " << codag["backend"].get<std::string>() << "\n";
  if (const auto why = why_not_here(codag)) std::cout << "but not here: " << *why << "\n";
  if (!lacking.empty()) std::cout << "not in the plan of its config:\n" << lacking;
  return lacking.empty() ? exit_ok : exit_case_failed;
}

/// Says which files have other values than the report's run read. Returns whether there are any.
bool say_changed_files(const nlohmann::json& report, const nlohmann::json& here) {
  dataset_digests digests;
  std::set<std::string> said;
  for (const nlohmann::json& row : report["cases"]) digests.difference(row);
  for (const nlohmann::json& row : here["cases"]) {
    const std::string difference = digests.difference(row);
    if (difference.empty()) continue;
    const std::string file = row["dataset"].value("source", std::string{});
    if (file != "generated" && said.insert(file).second)
      std::cerr << "codag: "
                << printable(file + ": is not the file that the report's run read: " + difference +
                             "; find that file, and name its folder with --data")
                << "\n";
  }
  return !said.empty();
}

/// Whether a case of the report ran here: memory traffic, which every run measures, is none.
bool reran_a_case(const nlohmann::json& here) {
  return std::ranges::any_of(here["cases"], [](const nlohmann::json& row) {
    return row["status"] == "ok" && kind_of(row) != work_kind::traffic;
  });
}

/// Prints a line per number that is not an exact one that was reproduced, and how many there are of
/// each outcome.
exit_code show_outcomes(const nlohmann::json& report, const nlohmann::json& here,
                        const rerun_query& given, const std::optional<calibration>& drift) {
  compare_options options;
  options.measures = default_measures(report);
  options.calibration = drift;
  if (drift) drift->check_applies(here, *given.calibration);
  const comparison c = compare_reports(report, here, options);
  std::map<reproduction, std::size_t> counts;
  text_table table;
  std::string notes;  // on the clocks
  table.add({"case", "report", "here", "ratio", "verdict"});
  for (const reproduced_number& number : reproductions_of(c, report, here)) {
    ++counts[number.outcome];
    if (number.value == nullptr) continue;
    const compared_value& v = *number.value;
    if (v.measure.is == measure::kind::exact && number.outcome == reproduction::reproduced)
      continue;
    table.add({number.of->name + (v.measure.name == "throughput" ? "" : " " + v.measure.name),
               significant(v.base.value.value, 5), significant(v.now.value.value, 5),
               v.ratio ? fixed(v.ratio->median, 3) : "-", std::string(to_string(number.outcome))});
    if (!v.note.empty()) notes += printable(number.of->name + ": " + v.note) + "\n";
  }
  std::cout << table.str(terminal_width(STDOUT_FILENO)) << notes << "\n"
            << not_compared_lines(c, std::string(to_string(reproduction::not_testable)),
                                  std::string(to_string(reproduction::unclear)));
  const std::string gpu = gpu_name(report), gpu_here = gpu_name(here);
  if (gpu != gpu_here)
    std::cout << printable("The report is of " + (gpu.empty() ? "no GPU" : gpu) +
                           "; this machine has " + (gpu_here.empty() ? "no GPU" : gpu_here) +
                           ". Times of other hardware are not testable here.")
              << "\n";
  if (const std::uint64_t at_once = report["provenance"].value("devices_at_once", 1u); at_once > 1)
    std::cout << "The report's run had " << at_once
              << " devices at work at once, and here one works alone.\n";
  const char* separator = "";
  for (const reproduction outcome : {reproduction::reproduced, reproduction::not_reproduced,
                                     reproduction::unclear, reproduction::not_testable}) {
    std::cout << separator << counts[outcome] << " " << to_string(outcome);
    separator = ", ";
  }
  std::cout << "\n";
  if (say_changed_files(report, here)) return exit_bad_input;
  if (!reran_a_case(here)) return exit_skipped;
  if (counts[reproduction::not_reproduced] > 0) return exit_case_failed;
  const bool all_tested = counts[reproduction::unclear] + counts[reproduction::not_testable] == 0;
  // Exit code 0 never means that nothing was tested.
  return counts[reproduction::reproduced] == 0 || (given.strict && !all_tested) ? exit_skipped
                                                                                : exit_ok;
}

/// Which file is at a path, and since when; nothing if there is none.
std::optional<std::array<std::uint64_t, 4>> stamp_of(const std::string& path) {
  struct stat there {};
  if (stat(path.c_str(), &there) != 0) return std::nullopt;
  return std::array{static_cast<std::uint64_t>(there.st_dev),
                    static_cast<std::uint64_t>(there.st_ino),
                    static_cast<std::uint64_t>(there.st_mtim.tv_sec),
                    static_cast<std::uint64_t>(there.st_mtim.tv_nsec)};
}

int run_rerun(const rerun_query& given) {
  if (!given.data.empty() && !std::filesystem::is_directory(given.data))
    throw datasets::bad_input("--data: " + given.data + ": is not a folder");
  // Before the run, which may take hours.
  const auto drift =
      given.calibration ? std::optional(calibration::read(*given.calibration)) : std::nullopt;
  const nlohmann::json report = read_report(given.report);
  const nlohmann::json& codag = report["codag"];
  std::optional<temporary_folder> folder;
  interruption interruption([&folder] {
    std::cerr << "codag: interrupted\n";
    folder.reset();
  });
  std::filesystem::path config;
  {
    const auto held = interruption.hold();  // a folder is made whole, or not at all
    config = config_file(codag, given, folder.emplace());
  }
  const std::vector<bench_case> plan = plan_of(config, codag, given.report);
  if (given.dry_run) return show_plan(codag, plan);
  if (const auto why = why_not_here(codag))
    throw datasets::bad_input(given.report + ": was measured on the backend " +
                              codag["backend"].get<std::string>() + ", which is not here: " + *why);
  const std::string output = given.output.empty()
                                 ? "codag-" + codag["experiment"].get<std::string>() + ".rerun.json"
                                 : given.output;
  // The run's process drops its standard output, and the numbers are read from the file.
  if (names_stream(output))
    throw datasets::bad_input("--output: expected the name of a file, found " + output);
  if (std::error_code none; !given.force && std::filesystem::equivalent(given.report, output, none))
    throw datasets::bad_input(output +
                              ": is the report that is rerun; choose another --output, or replace "
                              "it with --force");
  std::vector<std::string> command = {given.program, "run", config.string(), "--output", output};
  if (given.force) command.emplace_back("--force");
  const report_selection selected = selection_of_report(codag);
  if (!selected.filter.empty()) command.push_back("--filter=" + selected.filter);
  if (!selected.one_case.empty()) command.push_back("--case=" + selected.one_case);
  const auto before = stamp_of(output);
  setenv(of_another_command, "rerun", 1);
  const child_end ended = run_child(command, interruption, true);
  if (!ended.not_started.empty())
    throw datasets::bad_input("the run could not be started: " + ended.not_started +
                              "; free memory or end other processes");
  if (ended.signal != 0)
    throw datasets::bad_input("the run was ended by signal " + std::to_string(ended.signal) + " (" +
                              strsignal(ended.signal) +
                              "); if it had too little memory, free some, and rerun again");
  // The run has said why it wrote nothing. What is there is another run's.
  if (stamp_of(output) == before)
    return ended.exit_code == exit_ok ? exit_skipped : exit_code{ended.exit_code};
  const exit_code code = show_outcomes(codag, read_report(output)["codag"], given, drift);
  std::cout << "report: " << printable(output, 4096) << "\n";
  return worse_exit_code(ended.exit_code, code);
}

}  // namespace

void add_rerun(command_line& line, const std::string& program) {
  auto given = std::make_shared<rerun_query>();
  given->program = program;
  command rerun = line.add("rerun", "run a report's experiment here and compare the numbers",
                           [given] { return run_rerun(*given); });
  rerun.text("REPORT", given->report, "a report that `codag run` wrote, here or elsewhere");
  rerun.require("REPORT");
  rerun.flag("--dry-run", given->dry_run,
             "only check that this program can run every case of the report");
  rerun.text("--data", given->data,
             "a folder with the datasets' files, if they are not where the report's run found "
             "them; without it, they are looked for in the report's folder and in the current one");
  rerun.text("--output", given->output,
             "the new report; by default codag-EXPERIMENT.rerun.json in the current folder");
  rerun.flag("--force", given->force, "replace the file at --output, whatever it is");
  rerun.text("--calibration", given->calibration, "the drift between runs, from codag calibrate");
  rerun.flag("--strict", given->strict, "exit with 3 if a number is unclear or not testable here");
  rerun.footer(
      "The exit code is 1 if a number was not reproduced, 2 if a dataset's file has other values "
      "than the report's, and 3 if nothing could be tested.\n"
      "Example:\n  codag rerun results/h200/fig7.json.gz");
}

}  // namespace codag::harness
