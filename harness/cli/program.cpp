#include "harness/cli/program.hpp"

#include <iostream>

#include "datasets/dataset.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/exit_code.hpp"

namespace codag::harness {
namespace {

constexpr const char* footer =
    "Exit codes: 0 ok; 1 a case failed; 2 bad input (config, dataset, report or command line); 3 a "
    "case was skipped (with --strict).\n"
    "Examples:\n"
    "  codag run configs/quick.json           verify and measure every case, write "
    "codag-quick.json\n"
    "  codag run configs/quick.json --dry-run list the cases\n"
    "  codag show codag-quick.json            print a report's table again\n"
    "  codag datasets                         compare our columns with the paper's Table V";

}  // namespace

int run_program(int argc, char** argv) {
  command_line line("codag: why one GPU decompressor is faster than another", CODAG_VERSION,
                    footer);
  add_run(line, {argv, argv + argc});
  add_list(line);
  add_show(line);
  add_datasets(line);
  const command_line::parsed parsed = line.parse(argc, argv);
  if (!parsed.mistake.empty()) {
    std::cerr << "codag: " << parsed.mistake << "; see codag --help\n";
    return exit_bad_input;
  }
  if (!parsed.action) return parsed.exit_code;
  try {
    return parsed.action();
  } catch (const datasets::bad_input& e) {
    std::cerr << "codag: " << e.what() << "\n";
    return exit_bad_input;
  } catch (const std::exception& e) {
    std::cerr << "codag: internal error: " << e.what() << "\n";
    return exit_case_failed;
  }
}

}  // namespace codag::harness
