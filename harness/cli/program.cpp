#include "harness/cli/program.hpp"

#include <CLI/CLI.hpp>
#include <iostream>

#include "datasets/dataset.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/exit_code.hpp"

namespace codag::harness {
namespace {

constexpr const char* footer =
    "Exit codes: 0 ok; 1 a case failed; 2 bad input (config, dataset, report or command line); 3 a "
    "case was skipped under --strict.\n"
    "Examples:\n"
    "  codag run configs/quick.json           verify and measure every case, write "
    "codag-quick.json\n"
    "  codag run configs/quick.json --dry-run list the cases\n"
    "  codag show codag-quick.json            print a report's table again\n"
    "  codag datasets                         our columns beside the paper's Table V";

}  // namespace

int run_program(int argc, char** argv) {
  CLI::App app("codag: why one GPU decompressor is faster than another", "codag");
  app.footer(footer);
  app.set_version_flag("--version", CODAG_VERSION);
  app.require_subcommand(1);
  action chosen;
  add_run(app, chosen, {argv, argv + argc});
  add_list(app, chosen);
  add_show(app, chosen);
  add_datasets(app, chosen);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    if (e.get_exit_code() == 0) return app.exit(e);  // --help and --version
    std::cerr << "codag: " << e.what() << "; see codag --help\n";
    return exit_bad_input;
  }
  try {
    return chosen();
  } catch (const codag::datasets::bad_input& e) {
    std::cerr << "codag: " << e.what() << "\n";
    return exit_bad_input;
  } catch (const std::exception& e) {
    std::cerr << "codag: internal error: " << e.what() << "\n";
    return exit_case_failed;
  }
}

}  // namespace codag::harness
