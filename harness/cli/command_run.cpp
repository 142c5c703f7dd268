#include <sys/auxv.h>
#include <unistd.h>

#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>

#include "harness/cli/commands.hpp"
#include "harness/cli/exit_code.hpp"
#include "harness/cli/run_screen.hpp"
#include "harness/config/sizes.hpp"
#include "harness/measure/gpu/gpu.hpp"
#include "harness/measure/profile/profiler.hpp"
#include "harness/plan/known_names.hpp"
#include "harness/plan/plan.hpp"
#include "harness/run/profile_pass.hpp"
#include "harness/run/run.hpp"
#include "harness/screen/table.hpp"
#include "harness/support/printable.hpp"
#include "harness/support/terminal_width.hpp"

namespace codag::harness {
namespace {

struct arguments {
  std::string config, filter, one_case, backend, pass;
  std::optional<std::string> size;
  bool dry_run = false, once = false, strict = false, progress = false;
  run_options options;
};

std::vector<std::string> pass_names() {
  std::vector<std::string> names;
  names.reserve(profile_passes.size());
  for (const measurement pass : profile_passes) names.emplace_back(to_string(pass));
  return names;
}

/// The path of the config. If the named file does not exist, the installed config of that name in
/// share/codag, so that `codag run configs/quick.json` works from any folder.
std::filesystem::path find_config(const std::filesystem::path& named) {
  if (named.is_absolute() || std::filesystem::exists(named)) return named;
  const auto* program = reinterpret_cast<const char*>(getauxval(AT_EXECFN));
  if (program == nullptr) return named;
  std::error_code unknown;
  const auto folder = std::filesystem::canonical(program, unknown).parent_path();
  const auto installed = folder.parent_path() / "share" / "codag" / named;
  return !unknown && std::filesystem::exists(installed) ? installed : named;
}

/// The config, with the overrides from the command line.
config configured(const arguments& given) {
  config config = read_config(find_config(given.config), registry_names());
  if (!given.backend.empty()) config.backend = parse_backend(given.backend);
  if (given.size) {
    config.size = parse_size_text(*given.size, "--size");
    config.size_on_gpu.reset();
    for (dataset_spec& dataset : config.datasets) dataset.size.reset();
  }
  // Listing cases for a GPU does not need one; running them does.
  if (!(given.dry_run && config.backend == backend::cuda))
    config.backend = resolve_backend(config.backend);
  if (config.backend == backend::cuda) config.size = config.size_on_gpu.value_or(config.size);
  return config;
}

void list_cases(const std::vector<bench_case>& plan) {
  for (const bench_case& c : plan)
    std::cout << printable(c.name) << "  " << (c.size == 0 ? "" : size_name(c.size) + " ") << "on "
              << to_string(c.backend) << "\n";
  std::cout << plan.size() << " cases\n";
}

int run_command(const arguments& given) {
  // This must happen before anything initialises CUDA.
  if (!given.pass.empty()) profiler::begin();
  const config config = configured(given);
  std::vector<bench_case> plan = make_plan(config, *config.backend);
  if (!given.filter.empty()) plan = filter_plan(plan, given.filter);
  if (!given.one_case.empty()) plan = only_case(plan, given.one_case);
  if (given.dry_run) {
    list_cases(plan);
    return exit_ok;
  }
  if (given.once) {
    const once_result once = run_once(config, plan.front());
    std::cout << printable(once.line) << "\n";
    return exit_code_of(once.outcome, true);
  }
  run_options options = given.options;
  if (options.output.empty()) options.output = "codag-" + config.experiment + ".json";
  run_screen screen(given.progress);
  for (const measurement pass : profile_passes)
    if (given.pass == to_string(pass))
      return exit_code_of(run_profile_pass(pass, config, plan, options, screen), given.strict);
  const run_outcome outcome = run_experiment(config, plan, options, screen);
  print_report(options.output, std::cout, terminal_width(STDOUT_FILENO));
  if (config.backend == backend::host)
    if (const auto no_gpu = cuda::why_no_gpu()) std::cout << "GPU: " << *no_gpu << "\n";
  return exit_code_of(outcome, given.strict);
}

}  // namespace

void add_run(command_line& line, const std::vector<std::string>& typed) {
  auto given = std::make_shared<arguments>();
  given->options.arguments = typed;
  command run = line.add("run", "run a config: verify every case, measure it, write one report",
                         [given] { return run_command(*given); });
  run.text("CONFIG", given->config, "the experiment's JSON file");
  run.require("CONFIG");
  run.flag("--dry-run", given->dry_run, "list the cases without running them");
  run.text("--filter", given->filter,
           "run only the cases whose name matches this regular expression");
  run.text("--case", given->one_case, "run only the case with this name");
  run.flag("--once", given->once,
           "launch the case's kernel once, verify it and write no report (for ncu and nsys)");
  run.needs("--once", "--case");
  run.text("--size", given->size,
           "bytes per column, which replaces the config's size: 64KiB, 1GiB, ...");
  run.text("--output", given->options.output,
           "the report to write; by default codag-EXPERIMENT.json in the current folder");
  run.text("--backend", given->backend,
           "auto (cuda if there is a GPU, otherwise host), cuda or host");
  run.restrict_to("--backend", {"auto", "cuda", "host"});
  run.flag("--resume", given->options.resume,
           "keep the finished cases of the existing report and run the rest");
  run.text(
      "--reuse", given->options.reuse,
      "take over the cases of this report, which must be measured the same way, and run the rest");
  run.excludes("--reuse", "--resume");
  // An internal option: a run starts its profiling passes with it.
  run.text("--pass", given->pass, "");
  run.restrict_to("--pass", pass_names());
  run.hide("--pass");
  run.flag("--progress", given->progress,
           "print a line of progress every 30 seconds, also in a pipe");
  run.flag("--strict", given->strict, "exit with 3 if a case was skipped");
  run.footer(
      "Examples:\n"
      "  codag run configs/quick.json --filter MC0\n"
      "  codag run configs/quick.json --dry-run\n"
      "  codag run configs/spine.json --size 64MiB --output /tmp/spine.json\n"
      "  codag run configs/spine.json --resume\n"
      "  ncu --set full codag run configs/spine.json --once --case "
      "MC0/rle_v1/block_per_chunk/128KiB");
}

}  // namespace codag::harness
