#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "datasets/bad_input.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/exit_code.hpp"
#include "harness/report/merge.hpp"
#include "harness/report/output/destination.hpp"
#include "harness/report/report_file.hpp"
#include "harness/support/json_text.hpp"
#include "harness/support/printable.hpp"

namespace codag::harness {

void add_merge(command_line& line) {
  struct query {
    std::vector<std::string> reports;
    std::string output;
    bool force = false;
  };
  auto given = std::make_shared<query>();
  command merge = line.add("merge", "join partial reports of one config", [given] {
    const std::vector<std::filesystem::path> files(given->reports.begin(), given->reports.end());
    const nlohmann::json joined = merge_reports(files);
    report_destination destination(given->output,
                                   {.force = given->force, .at_once = true, .inputs = files});
    if (const std::string kept = destination.make_way(); !kept.empty())
      std::cerr << "codag: " << printable(kept) << "\n";
    check_numbers(joined, "");
    destination.write(json_text(joined));
    (destination.is_standard_output() ? std::cerr : std::cout)
        << joined["codag"]["cases"].size() << " cases of " << files.size()
        << " reports: " << printable(given->output, 4096) << "\n";
    return exit_ok;
  });
  merge.texts("REPORT", given->reports, "reports of the same config, program and model of GPU");
  merge.require("REPORT");
  merge.text("--output", given->output, "the report to write, or - for standard output");
  merge.require("--output");
  merge.flag("--force", given->force,
             "replace the file at --output, whatever it is, and keep no backup");
  merge.footer("Example:\n  codag merge node1.json node2.json --output all.json");
}

}  // namespace codag::harness
