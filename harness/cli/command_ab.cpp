#include <unistd.h>

#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>

#include "datasets/bad_input.hpp"
#include "harness/ab/ab_gate.hpp"
#include "harness/ab/ab_json.hpp"
#include "harness/ab/ab_table.hpp"
#include "harness/ab/compare_programs.hpp"
#include "harness/ab/program_file.hpp"
#include "harness/ab/protocol.hpp"
#include "harness/ab/start_program.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/exit_code.hpp"
#include "harness/cli/result_output.hpp"
#include "harness/cli/run_screen.hpp"
#include "harness/config/config.hpp"
#include "harness/config/json_file.hpp"
#include "harness/run/interruption.hpp"
#include "harness/support/json_text.hpp"
#include "harness/support/shell_quote.hpp"
#include "harness/support/terminal_width.hpp"

namespace codag::harness {
namespace {

struct ab_arguments {
  std::string base, now, config, output;
  // For both programs, as in codag run.
  std::string filter, one_case, size, backend;
  std::vector<std::string> datasets, codecs, variants, chunks, peers;
  std::uint64_t rounds = 0, seed = 0, timeout_s = 600;
  bool json = false, force = false, strict = false, progress = false;
  std::vector<std::string> typed;
};

/// The command line of a program that serves the cases.
std::vector<std::string> serving(const std::string& program, const ab_arguments& given) {
  std::vector<std::string> command = {program, "run", given.config, serve_cases_option};
  const auto add = [&](const char* option, const std::string& value) {
    if (!value.empty()) command.insert(command.end(), {option, value});
  };
  add("--filter", given.filter);
  add("--case", given.one_case);
  add("--size", given.size);
  add("--backend", given.backend);
  for (const auto& [option, values] : {std::pair("--dataset", &given.datasets),
                                       {"--codec", &given.codecs},
                                       {"--variant", &given.variants},
                                       {"--chunk", &given.chunks},
                                       {"--peer", &given.peers}})
    for (const std::string& value : *values) add(option, value);
  return command;
}

served_program program_of(const std::string& side, const program_file& file,
                          const ab_arguments& given) {
  return {side + " (" + file.path + ")", program_starter(file.path, serving(file.path, given),
                                                         std::chrono::seconds(given.timeout_s))};
}

ab_options options_of(const ab_arguments& given) {
  if (given.rounds != 0 && (given.rounds < 6 || given.rounds > 1000 || given.rounds % 2 != 0))
    throw datasets::bad_input("--rounds: expected an even number from 6 to 1000, found " +
                              std::to_string(given.rounds));
  if (given.timeout_s < 1 || given.timeout_s > 86400)
    throw datasets::bad_input("--timeout: expected a number of seconds from 1 to 86400, found " +
                              std::to_string(given.timeout_s));
  ab_options options{.seed = given.seed != 0 ? given.seed : std::random_device{}()};
  if (given.rounds != 0) options.rounds = options.most_rounds = static_cast<unsigned>(given.rounds);
  return options;
}

bool has_comparison(const std::filesystem::path& file) {
  constexpr std::uint64_t most_bytes = 1 << 28;
  try {
    return read_json_file(file, most_bytes, "").contains("codag_ab");
  } catch (const datasets::bad_input&) {
    return false;
  }
}

exit_code code_of(gate_outcome outcome) {
  switch (outcome) {
    case gate_outcome::passed:
      return exit_ok;
    case gate_outcome::failed:
      return exit_case_failed;
    default:
      return exit_skipped;
  }
}

int run_ab(const ab_arguments& given) {
  const ab_options options = options_of(given);
  std::optional<result_output> output;
  if (!given.output.empty())
    output.emplace(given.output, result_kind{"comparison", "from codag ab", has_comparison},
                   given.force);
  const ab_query query{.base = find_program(given.base, "BASE"),
                       .now = find_program(given.now, "NEW"),
                       .config = given.config,
                       .command_line = shell_line(given.typed)};
  interruption interruption([&output] {
    std::cerr << "codag: interrupted; no verdict was given\n";
    output.reset();  // and its lock
  });
  served_program base = program_of("BASE", query.base, given),
                 now = program_of("NEW", query.now, given);
  run_screen screen(given.progress);
  const ab_result result = compare_programs(base, now, options, screen);
  const auto held = interruption.hold();
  interruption.finish();  // a signal comes too late now: the verdicts are given
  const std::string json = json_text(ab_json(result, query));
  const bool taken = output && output->is_standard_output();
  if (!taken || !given.json)
    (taken ? std::cerr : std::cout)
        << (given.json ? json
                       : ab_text(result, query, given.strict, terminal_width(STDOUT_FILENO)));
  if (output) output->write(json);
  return code_of(gate_of(result, given.strict));
}

}  // namespace

void add_ab(command_line& line, const std::vector<std::string>& typed) {
  auto given = std::make_shared<ab_arguments>();
  given->typed = typed;
  command ab = line.add("ab", "compare two programs on one GPU, which take turns",
                        [given] { return run_ab(*given); });
  ab.text("BASE", given->base, "the path of a codag program, such as that of the main branch");
  ab.require("BASE");
  ab.text("NEW", given->now, "the path of the program to compare with it");
  ab.require("NEW");
  ab.text("CONFIG", given->config, "the experiment's JSON file, which both programs run");
  ab.require("CONFIG");
  for (const auto& [option, to] : {std::pair("--filter", &given->filter),
                                   {"--case", &given->one_case},
                                   {"--size", &given->size},
                                   {"--backend", &given->backend}})
    ab.text(option, *to, "as in codag run");
  ab.restrict_to("--backend", backend_choices());
  for (const auto& [option, to] : {std::pair("--dataset", &given->datasets),
                                   {"--codec", &given->codecs},
                                   {"--variant", &given->variants},
                                   {"--chunk", &given->chunks},
                                   {"--peer", &given->peers}})
    ab.texts_option(option, *to, "as in codag run; repeatable");
  ab.number("--rounds", given->rounds,
            "how often both programs prepare and measure a case: an even number, 6 or more; 0: 12 "
            "times, and up to 400 if these times differ much");
  ab.number("--seed", given->seed, "the seed of their order, which the JSON has; 0: a new one");
  ab.number("--timeout", given->timeout_s,
            "end a program that does not answer for so many seconds; making a column counts");
  ab.flag("--json", given->json, "print the comparison as JSON");
  ab.text("-o,--output", given->output,
          "also write it as JSON to this file, or - for standard output");
  ab.flag("--force", given->force, "replace the file at --output, whatever it is");
  ab.flag("--strict", given->strict,
          "exit with 3 if a case is unclear or was skipped, or if NEW lacks a case of BASE (always "
          "if no case has a verdict)");
  ab.flag("--progress", given->progress,
          "print a line of progress every 30 seconds, also in a pipe");
  ab.footer(
      "Example:\n"
      "  codag ab build/main/bin/codag build/release/bin/codag configs/gpu_gate.json --strict");
}

}  // namespace codag::harness
