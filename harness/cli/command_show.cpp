#include <iostream>

#include "harness/cli/commands.hpp"
#include "harness/run/run.hpp"
#include "harness/screen/table.hpp"

namespace codag::harness {

void add_show(CLI::App& app, action& chosen) {
  auto* command = app.add_subcommand("show", "print a report's table");
  auto file = std::make_shared<std::string>();
  command->add_option("REPORT", *file, "a JSON file that `codag run` wrote")->required();
  command->footer("Example:\n  codag show codag-quick.json");
  command->callback([=, &chosen] {
    chosen = [=] {
      show_report(*file, std::cout);
      return exit_ok;
    };
  });
}

}  // namespace codag::harness
