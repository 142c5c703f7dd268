#include <unistd.h>

#include <iostream>
#include <memory>

#include "harness/cli/commands.hpp"
#include "harness/cli/exit_code.hpp"
#include "harness/screen/table.hpp"
#include "harness/support/terminal_width.hpp"

namespace codag::harness {

void add_show(command_line& line) {
  struct arguments {
    std::string report;
    bool lines = false;
  };
  auto given = std::make_shared<arguments>();
  command show = line.add("show", "print a report's tables", [given] {
    show_report(given->report, std::cout, given->lines, terminal_width(STDOUT_FILENO));
    return exit_ok;
  });
  show.text("REPORT", given->report, "a JSON file that `codag run` wrote");
  show.require("REPORT");
  show.flag("--lines", given->lines,
            "also print the hottest source lines of the cases with stalls");
  show.footer("Examples:\n  codag show codag-quick.json\n  codag show codag-fig5.json --lines");
}

}  // namespace codag::harness
