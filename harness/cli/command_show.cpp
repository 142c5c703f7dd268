#include <CLI/CLI.hpp>
#include <iostream>

#include "harness/cli/commands.hpp"
#include "harness/cli/exit_code.hpp"
#include "harness/screen/table.hpp"

namespace codag::harness {

void add_show(CLI::App& app, action& chosen) {
  auto* command = app.add_subcommand("show", "print a report's table");
  auto file = std::make_shared<std::string>();
  command->add_option("REPORT", *file, "a JSON file that `codag run` wrote")->required();
  auto lines = std::make_shared<bool>(false);
  command->add_flag("--lines", *lines, "also print the hottest source lines of cases with stalls");
  command->footer("Examples:\n  codag show codag-quick.json\n  codag show codag-fig5.json --lines");
  command->callback([=, &chosen] {
    chosen = [=] {
      show_report(*file, std::cout, *lines);
      return exit_ok;
    };
  });
}

}  // namespace codag::harness
