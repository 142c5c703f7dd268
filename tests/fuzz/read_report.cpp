// Any bytes as a report, of either schema version: it is refused with one line, or it can be shown,
// resumed, reused and judged. What is shown has no control characters.
#include <array>
#include <map>
#include <sstream>

#include "harness/claims/judge.hpp"
#include "harness/compare/comparison_json.hpp"
#include "harness/config/config.hpp"
#include "harness/export/formats.hpp"
#include "harness/page/page.hpp"
#include "harness/plan/known_names.hpp"
#include "harness/report/case_relations.hpp"
#include "harness/report/earlier_run.hpp"
#include "harness/report/report_file.hpp"
#include "harness/report/rerun.hpp"
#include "harness/report/transfer_json.hpp"
#include "harness/screen/compare_table.hpp"
#include "harness/screen/history_table.hpp"
#include "harness/screen/pull_request.hpp"
#include "harness/screen/table.hpp"
#include "tests/fuzz/fail.hpp"
#include "tests/fuzz/json_edits.hpp"
#include "tests/fuzz/strangers_file.hpp"
#include "tests/harness/report/made_results.hpp"

namespace codag::fuzz::read_report {
namespace {

using nlohmann::json;

/// Shortens every list, so that an input takes little time.
void shorten(json& value, std::size_t most) {
  if (value.is_array())
    while (value.size() > most) value.erase(value.size() - 1);
  if (value.is_structured())
    for (json& child : value) shorten(child, most);
}

/// The first case of each kind, variant and status, at most `most`, without the keys that no reader
/// looks at.
json different_cases(const json& cases, std::size_t most) {
  std::map<std::string, json> found;
  for (json c : cases) {
    if (found.size() == most) break;
    for (const char* unread : {"launch", "chunk_status", "symbols", "chunks",
                               "average_symbol_elements", "average_symbol_bytes", "encoder"})
      c.erase(unread);
    const std::string kind = c.value("kind", "") + c["variant"].get<std::string>();
    found.emplace(kind + c["status"].get<std::string>(), std::move(c));
  }
  json all = json::array();
  for (auto& [kind, c] : found) all.push_back(std::move(c));
  return all;
}

const std::vector<json>& documents() {
  static const std::vector<json> all = [] {
    std::vector<json> reports;
    for (const char* path :
         {"results/h200/profile.json.gz", "results/h200/energy.json.gz", "results/h200/alu.json.gz",
          "tests/support/reports/fig7.json", "results/host/ablation_counts.json",
          "results/h200/ncu/crosscheck/profile.json.gz"}) {
      json report = repository_json(path);
      report["codag"]["cases"] = different_cases(report["codag"]["cases"], 2);
      shorten(report["benchmarks"], 2);
      for (const char* unread : {"compiler", "libraries", "absent"})
        report["codag"]["provenance"].erase(unread);
      shorten(report["codag"], 2);
      reports.push_back(std::move(report));
    }
    reports.front()["codag"]["cases"][0]["transfer"] =
        harness::transfer_json(harness::made_transfer());
    return reports;
  }();
  return all;
}

/// What --resume and --reuse do with the rows that they take over, and the end of a run.
void take_over(const json& report) {
  std::vector<std::string> names;
  for (const json& c : report["codag"]["cases"]) names.push_back(c["name"]);
  harness::earlier_rows rows = harness::rows_of_finished(report, names);
  json cases = rows.cases;
  harness::relate_cases(cases, report["codag"]["baseline"]);
  harness::check_numbers(cases, "");
  harness::check_numbers(harness::roof_rows(cases), "");
}

/// What the commands that read several reports do, and the other tools' formats. One measure per
/// input, because a comparison takes milliseconds.
void compare_and_export(const json& report, std::size_t which) {
  constexpr std::array measures = {"throughput", "counts", "stalls/wait", "registers",
                                   "transfer_in"};
  harness::compare_options options;
  options.measures = harness::find_measures(measures.at(which % measures.size()));
  options.gate = 0.05;
  const json& base = documents().front();
  const harness::comparison c = harness::compare_reports(base["codag"], report["codag"], options);
  expect_printable(harness::compare_text(c, options, {"base", "new"}, {}), 1 << 24);
  expect_printable(harness::claims_text("base", {{"new", c}}, {}), 1 << 24);
  harness::compare_markdown(c, options, {"base", "new"});
  harness::comparison_json(c, options, "base", "new");
  const harness::measure throughput = harness::find_measures("throughput").front();
  const auto history = harness::history_of({{"base", &base}, {"new", &report}}, throughput);
  expect_printable(harness::history_text(history, throughput, {}), 1 << 24);
  harness::page_of({{"base", &base}, {"new", &report}});
  for (const harness::export_format& format : harness::export_formats()) format.write({report});
  harness::rerun_config(report["codag"], {"."});
  harness::selection_of_report(report["codag"]);
}

/// The claims of the report's own config, if the reader accepts it.
std::vector<harness::claim> claims_of(const json& report) {
  static const harness::known_names known = harness::registry_names();
  std::vector<harness::claim> claims;
  const memory_file file(report["codag"]["config"].dump());
  accepts([&] { claims = harness::read_config(file.path(), known).claims; });
  return claims;
}

void try_input(input in) {
  const std::string text = json_text(in, documents());
  const memory_file file(text);
  json report;
  if (!accepts([&] { report = harness::read_report(file.path()); })) return;
  std::ostringstream shown;
  if (!accepts([&] { harness::show_report(file.path(), shown, true); }))
    fail("the report is accepted and cannot be shown");
  expect_printable(shown.str(), 1000 + text.size());
  accepts([&] { harness::check_same_run(report, report, {}, "earlier.json"); });
  accepts([&] { harness::check_measured_alike(report, report, "earlier.json"); });
  accepts([&] { harness::check_measured_alike(documents().front(), report, "earlier.json"); });
  take_over(report);
  compare_and_export(report, text.size());
  harness::check_numbers(harness::judge_all(claims_of(report), report["codag"]["cases"]), "");
}

std::vector<bytes> seeds() {
  return json_seeds(documents());
}

[[maybe_unused]] const bool added = add_target({"read_report", try_input, seeds});

}  // namespace
}  // namespace codag::fuzz::read_report
