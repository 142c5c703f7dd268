#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "datasets/bad_input.hpp"
#include "datasets/cache/cache.hpp"
#include "datasets/cache/storage.hpp"
#include "harness/ab/case_server.hpp"
#include "harness/ab/protocol.hpp"
#include "harness/cli/cache_limit.hpp"
#include "harness/cli/run_arguments.hpp"
#include "harness/cli/run_on_devices.hpp"
#include "harness/cli/run_plan.hpp"
#include "harness/cli/run_screen.hpp"
#include "harness/config/config.hpp"
#include "harness/config/sizes.hpp"
#include "harness/measure/gpu/gpu.hpp"
#include "harness/measure/profile/profiler.hpp"
#include "harness/plan/plan.hpp"
#include "harness/report/output/destination.hpp"
#include "harness/report/report_file.hpp"
#include "harness/run/child_process.hpp"
#include "harness/run/interruption.hpp"
#include "harness/run/peer_worker.hpp"
#include "harness/run/profile_pass.hpp"
#include "harness/run/run.hpp"
#include "harness/support/json_text.hpp"
#include "harness/support/printable.hpp"
#include "harness/support/shell_quote.hpp"
#include "harness/support/terminal_width.hpp"

namespace codag::harness {
namespace {

std::vector<std::string> pass_names() {
  std::vector<std::string> names;
  names.reserve(profile_passes.size());
  for (const measurement pass : profile_passes) names.emplace_back(to_string(pass));
  return names;
}

void list_cases(const std::vector<bench_case>& plan) {
  for (const bench_case& c : plan)
    std::cout << printable(c.name) << "  " << (c.size == 0 ? "" : size_name(c.size) + " ") << "on "
              << to_string(c.backend) << "\n";
  std::cout << plan.size() << " cases\n";
}

/// The plan for a program: scripts/cluster/submit takes its tasks from it.
nlohmann::ordered_json plan_as_json(const std::vector<bench_case>& plan) {
  auto cases = nlohmann::ordered_json::array();
  for (const bench_case& c : plan) {
    const column_work* column = c.column();
    cases.push_back({{"name", c.name},
                     {"kind", to_string(c.kind())},
                     {"dataset", column == nullptr ? nlohmann::ordered_json(nullptr)
                                                   : nlohmann::ordered_json(column->dataset.name)},
                     {"backend", to_string(c.backend)},
                     {"bytes", c.size}});
  }
  return cases;
}

/// The cases of `all` that the plan does not have.
std::vector<bench_case> left_out(const std::vector<bench_case>& all,
                                 const std::vector<bench_case>& plan) {
  std::set<std::string> names;
  for (const bench_case& c : plan) names.insert(c.name);
  std::vector<bench_case> others;
  for (const bench_case& c : all)
    if (!names.contains(c.name)) others.push_back(c);
  return others;
}

int run_pass(const run_arguments& given) {
  end_with_parent();
  interruption interruption([] {});  // the process that started this one says what is kept
  // This must happen before anything initialises CUDA.
  profiler::begin();
  const config config = configured(given);
  const auto plan = select_cases(make_plan(config, *config.backend), given);
  run_screen screen(given.progress);
  const auto pass = std::ranges::find(profile_passes, given.pass,
                                      [](measurement m) { return std::string(to_string(m)); });
  return exit_code_of(run_profile_pass(*pass, config, plan, given.pass_peer, given.pass_report,
                                       interruption, screen),
                      given.rules);
}

/// What the user typed: the command line without what was added for one device's process.
std::vector<std::string> typed_by_user(const run_arguments& given) {
  return {given.typed.begin(), std::ranges::find(given.typed, device_report_option)};
}

/// The command line that continues the run.
std::string resuming(const run_arguments& given) {
  std::vector<std::string> again = typed_by_user(given);
  std::erase(again, "--force");
  if (!given.resume) again.emplace_back("--resume");
  return shell_line(again);
}

/// Whether the report's file has rows: the run's own, or those of the report that it continues.
bool has_rows(const report_destination& destination, const run_arguments& given) {
  std::error_code none;
  return destination.has_begun() ||
         (given.resume && std::filesystem::file_size(destination.file(), none) > 0 && !none);
}

/// Says what an interrupted run leaves, and frees the destination. The progress line that may be on
/// the terminal is cleared first.
void last_words(std::optional<report_destination>& destination, const run_arguments& given) {
  const std::string clear = isatty(STDERR_FILENO) != 0 ? "\r\033[K" : "";
  std::string line = "codag: interrupted; ";
  try {
    const bool keeps = destination && has_rows(*destination, given);
    if (keeps) {
      const auto cases = count_finished(destination->file());
      line += destination->file().string() + " keeps " + std::to_string(cases) + " finished case" +
              (cases == 1 ? "" : "s");
    } else {
      line += "this run had finished no case, and wrote no report";
    }
    if ((keeps || given.resume) && !(destination && destination->is_stream()) &&
        std::getenv(of_another_command) == nullptr)
      line += "; continue with: " + resuming(given);
  } catch (const datasets::bad_input& e) {  // someone else changed or removed the report
    line += e.what();
  }
  destination.reset();
  std::cerr << clear + printable(line) + "\n";
}

int run_all(const run_arguments& given) {
  const bool on_device = !given.device_report.empty();
  if (on_device) end_with_parent();
  const std::uint64_t most_cached = cache_limit();
  std::optional<report_destination> destination;
  interruption interruption([&] { last_words(destination, given); });
  const config config = configured(given);
  const std::vector<bench_case> all = make_plan(config, *config.backend);
  const std::vector<bench_case> plan = select_cases(all, given);
  const std::string named = on_device ? given.device_report : report_name(given, config);
  const run_options options{.resume = given.resume,
                            .reuse = given.reuse,
                            .filter = given.filter,
                            .one_case = given.one_case,
                            .left_out = left_out(all, plan),
                            .arguments = given.typed,
                            .command_line = typed_by_user(given),
                            .devices_at_once = given.devices_at_once,
                            .disturbances = given.disturbances()};
  {
    const auto held = interruption.hold();
    destination.emplace(named, rules_of(given, config));
  }
  run_screen screen(given.progress);
  const run_outcome outcome =
      run_experiment(config, plan, options, *destination, interruption, screen);
  // A report on standard output must be alone there.
  std::ostream& out = destination->is_standard_output() ? std::cerr : std::cout;
  const int screen_fd = destination->is_standard_output() ? STDERR_FILENO : STDOUT_FILENO;
  given.print(destination->file(), named == "-" ? "standard output" : named, out,
              terminal_width(screen_fd));
  if (config.backend == backend::host)
    if (const auto no_gpu = cuda::why_no_gpu()) out << "GPU: " << *no_gpu << "\n";
  const auto held = interruption.hold();
  destination->deliver();
  interruption.finish();
  destination.reset();
  if (const auto cache = datasets::cache_directory()) datasets::trim_cache(*cache, most_cached);
  return exit_code_of(outcome, given.rules);
}

}  // namespace

int run_cases(const run_arguments& given) {
  if (!given.pass.empty()) return run_pass(given);
  if (given.devices && given.device_report.empty()) return run_on_devices(given);
  if (!given.dry_run && !given.once && !given.peer_worker && !given.serve_cases)
    return run_all(given);
  const config config = configured(given);
  const auto plan = select_cases(make_plan(config, *config.backend), given);
  if (given.peer_worker) return run_peer_worker(config, plan, given.disturbances());
  if (given.serve_cases) return serve_cases(config, plan);
  if (given.dry_run) {
    if (given.json)
      std::cout << json_text(plan_as_json(plan));
    else
      list_cases(plan);
    return exit_ok;
  }
  const once_result once = run_once(config, plan.front());
  std::cout << printable(once.line) << "\n";
  return exit_code_of(once.outcome, {.strict = true});
}

void add_run_options(command& run, run_arguments& given) {
  run.flag("--dry-run", given.dry_run, "list the cases without running them");
  run.flag("--json", given.json, "with --dry-run: list them as JSON, for programs");
  run.needs("--json", "--dry-run");
  run.text("--filter", given.filter,
           "run only the cases whose name matches this regular expression");
  run.text("--case", given.one_case, "run only the case with this name");
  run.flag("--once", given.once,
           "launch the case's kernel once, verify it and write no report (for ncu and nsys)");
  run.needs("--once", "--case");
  run.text("--size", given.size,
           "bytes per column, which replaces the config's size: 64KiB, 1GiB, ...");
  run.text("--output", given.output,
           "the report to write, or - for standard output; by default codag-EXPERIMENT.json in the "
           "current folder. A report that is already there is kept as NAME.1.json. A name that "
           "ends in .gz makes it packed");
  run.flag("--force", given.force,
           "replace the file at --output, whatever it is, and keep no backup");
  run.text("--backend", given.backend,
           "auto (cuda if there is a GPU, otherwise host), cuda or host");
  run.restrict_to("--backend", backend_choices());
  run.text("--devices", given.devices,
           "run on each of these GPUs at the same time, with a report for each: all, or a list of "
           "indices and UUIDs with commas, of GPUs or MIG instances that CUDA_VISIBLE_DEVICES "
           "leaves visible. Several reports are called NAME.gpu0.json and so on");
  run.excludes("--devices", "--once");
  run.excludes("--output", "--once");
  run.excludes("--devices", "--dry-run");
  run.text("--verify", given.overrides.verify,
           "the samples whose output is verified, in a poisoned output: last (of each time) or "
           "every; by default what the config says, or last");
  run.restrict_to("--verify", verify_choices());
  run.flag("--resume", given.resume,
           "keep the finished cases of the existing report and run the rest");
  run.text(
      "--reuse", given.reuse,
      "take over the cases of this report, which must be measured the same way, and run the rest");
  run.excludes("--reuse", "--resume");
  run.text("--disturbed", given.disturbed,
           "when something else uses the GPU or the CPU. again: take the case's samples again for "
           "a bounded time, and then mark them, so that nothing is judged by them (the default). "
           "allow: take them once, mark them, and judge them all the same");
  run.restrict_to("--disturbed", {"again", "allow"});
  run.texts_option("--peer", given.overrides.peers,
                   "run this peer, too: a shared library's path, or an installed peer's name "
                   "(docs/peers.md)");
  // Internal options: a run starts its profiling passes and the processes of its peers and devices
  // with them, and ab starts the programs that it compares.
  run.text(device_report_option, given.device_report, "");
  run.needs(device_report_option, "--devices");
  run.hide(device_report_option);
  run.number(devices_at_once_option, given.devices_at_once, "");
  run.needs(devices_at_once_option, device_report_option);
  run.hide(devices_at_once_option);
  run.flag(peer_worker_option, given.peer_worker, "");
  run.hide(peer_worker_option);
  run.flag(serve_cases_option, given.serve_cases, "");
  run.hide(serve_cases_option);
  run.text("--pass", given.pass, "");
  run.restrict_to("--pass", pass_names());
  run.hide("--pass");
  run.text("--pass-report", given.pass_report, "");
  run.hide("--pass-report");
  run.text(pass_peer_option, given.pass_peer, "");
  run.hide(pass_peer_option);
  run.flag("--progress", given.progress,
           "print a line of progress every 30 seconds, also in a pipe");
  run.flag(
      "--strict", given.rules.strict,
      "exit with 3 if any case was skipped or disturbed, if no case has the stalls, metrics, "
      "energy, transfer or latency that the config asks for, or if any claim or target could not "
      "be judged");
  run.flag("--fail-on-claims", given.rules.fail_on_claims,
           "exit with 5 if a claim of the config was not reproduced, or a target missed");
}

void add_list_options(command& run, run_arguments& given) {
  run.texts_option("--codec", given.overrides.codecs,
                   "replaces the config's codecs; repeatable: NAME or NAME,KEY=VALUE,...");
  run.texts_option("--variant", given.overrides.variants,
                   "replaces the config's variants; repeatable: NAME or NAME,KEY=VALUE,...");
  run.texts_option("--chunk", given.overrides.chunks,
                   "replaces the config's chunk sizes; repeatable: 64KiB, 1MiB, ...");
  run.number("--samples", given.overrides.samples,
             "take exactly this many samples of each time; 0: as in the config");
}

}  // namespace codag::harness
