#include "harness/page/relation_data.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/compare/comparison_json.hpp"
#include "harness/report/report_file.hpp"
#include "harness/report/run_time.hpp"
#include "harness/screen/compare_words.hpp"

namespace codag::harness {
namespace {

using nlohmann::ordered_json;

/// The run of each report, in the order of time, as history_of() has them.
std::vector<named_report> in_order_of_time(std::vector<named_report> reports) {
  std::ranges::stable_sort(reports, {},
                           [](const named_report& one) { return run_time(time_of(one)); });
  return reports;
}

ordered_json run_data(const named_report& one) {
  const nlohmann::json& codag = (*one.report)["codag"];
  return {{"report", one.file},
          {"time", time_of(one)},
          {"revision", short_revision_text(codag["provenance"])},
          {"gpu", gpu_name(codag)}};
}

ordered_json case_data(const case_history& history, const std::vector<named_report>& runs) {
  ordered_json points = ordered_json::array();
  for (const named_report& run : runs) {
    const auto at = std::ranges::find(history.points, run.file, &history_point::file);
    if (at == history.points.end())
      points.push_back(nullptr);
    else
      points.push_back({{"value", at->value},
                        {"change", at->change ? ordered_json(*at->change) : ordered_json()}});
  }
  return {{"name", history.name}, {"points", std::move(points)}};
}

}  // namespace

ordered_json comparison_data(const named_report& base, const named_report& now) {
  const nlohmann::json &from = (*base.report)["codag"], &to = (*now.report)["codag"];
  compare_options options;
  options.measures = default_measures(from);
  const comparison c = compare_reports(from, to, options);
  ordered_json data = comparison_json(c, options, base.file, now.file);
  data["summary"] = summary_text(c);
  data["rule"] = rule_text(options);
  return data;
}

ordered_json history_data(const std::vector<named_report>& reports) {
  const std::vector<named_report> runs = in_order_of_time(reports);
  ordered_json all = ordered_json::array(), columns = ordered_json::array();
  for (const named_report& run : runs) columns.push_back(run_data(run));
  for (const measure& m : default_measures((*runs.front().report)["codag"])) {
    ordered_json cases = ordered_json::array();
    for (const case_history& one : history_of(runs, m))
      if (one.points.size() > 1) cases.push_back(case_data(one, runs));
    if (!cases.empty())
      all.push_back({{"measure", m.name}, {"unit", m.unit}, {"runs", columns}, {"cases", cases}});
  }
  return all;
}

}  // namespace codag::harness
