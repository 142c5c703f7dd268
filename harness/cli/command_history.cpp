#include <unistd.h>

#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "datasets/bad_input.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/exit_code.hpp"
#include "harness/cli/reports_at.hpp"
#include "harness/screen/history_table.hpp"
#include "harness/support/json_text.hpp"
#include "harness/support/pattern.hpp"
#include "harness/support/printable.hpp"
#include "harness/support/terminal_width.hpp"

namespace codag::harness {
namespace {

struct history_query {
  std::vector<std::string> places;
  std::string measure = "throughput", filter;
  bool as_json = false;
};

int run_history(const history_query& given) {
  const std::vector<measure> measures = find_measures(given.measure);
  if (measures.size() != 1)
    throw datasets::bad_input("--measure: a history shows one measure, such as counts/shuffles");
  const auto reports = reports_at(given.places);
  std::vector<named_report> named;
  named.reserve(reports.size());
  for (const auto& [file, report] : reports) named.push_back({file, &report});
  std::vector<case_history> histories = history_of(named, measures[0]);
  if (!given.filter.empty()) {
    try {
      const pattern wanted(given.filter);
      std::erase_if(histories, [&](const case_history& one) { return !wanted.finds(one.name); });
    } catch (const bad_pattern& e) {
      throw datasets::bad_input(std::string("--filter: ") + e.what());
    }
  }
  if (histories.empty())
    throw datasets::bad_input("history: no case of the " + std::to_string(reports.size()) +
                              " reports has " + given.measure +
                              (given.filter.empty() ? "" : " and a name that --filter matches"));
  if (!given.as_json) {
    std::cout << history_text(histories, measures[0], terminal_width(STDOUT_FILENO));
    return exit_ok;
  }
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const case_history& one : histories) {
    nlohmann::ordered_json points = nlohmann::ordered_json::array();
    for (const history_point& p : one.points)
      points.push_back({{"time", p.time},
                        {"revision", p.revision},
                        {"gpu", p.gpu},
                        {"report", p.file},
                        {"value", p.value}});
    all.push_back({{"case", one.name}, {"measure", given.measure}, {"points", std::move(points)}});
  }
  std::cout << json_text(all);
  return exit_ok;
}

}  // namespace

void add_history(command_line& line) {
  auto given = std::make_shared<history_query>();
  command history = line.add("history", "print each case over many reports",
                             [given] { return run_history(*given); });
  history.texts("REPORT", given->places, "reports, or folders of reports");
  history.require("REPORT");
  history.text("--measure", given->measure,
               "what to show; codag compare --help lists the measures");
  history.text("--filter", given->filter,
               "only the cases whose name matches this regular expression");
  history.flag("--json", given->as_json, "print JSON");
  history.footer("Example:\n  codag history results/h200 --filter MC0/rle_v1");
}

}  // namespace codag::harness
