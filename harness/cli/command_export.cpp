#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "datasets/bad_input.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/exit_code.hpp"
#include "harness/cli/reports_at.hpp"
#include "harness/export/formats.hpp"

namespace codag::harness {

void add_export(command_line& line) {
  struct query {
    std::vector<std::string> reports;
    std::string to;
  };
  auto given = std::make_shared<query>();
  std::vector<std::string> names;
  std::string list = "Formats:\n";
  for (const export_format& format : export_formats()) {
    names.push_back(format.name);
    list += "  " + format.name + std::string(26 - format.name.size(), ' ') + format.read_by + "\n";
  }
  command command =
      line.add("export", "write reports to standard output in another tool's format", [given] {
        for (const export_format& format : export_formats()) {
          if (format.name != given->to) continue;
          std::vector<nlohmann::json> reports;
          for (auto& [file, report] : reports_at(given->reports))
            reports.push_back(std::move(report));
          if (reports.size() > 1 && !format.several)
            throw datasets::bad_input("--to " + format.name +
                                      " takes one report; csv and otava take several");
          std::cout << format.write(reports);
        }
        return exit_ok;
      });
  command.texts("REPORT", given->reports, "reports of `codag run`, or folders of reports");
  command.require("REPORT");
  command.text("--to", given->to, "the format");
  command.require("--to");
  command.restrict_to("--to", names);
  command.footer(list +
                 "Examples:\n  codag export codag-quick.json --to csv > quick.csv\n"
                 "  codag export history/*.json --to otava > series.csv");
}

}  // namespace codag::harness
