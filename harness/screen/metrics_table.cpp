#include "harness/screen/metrics_table.hpp"

#include <algorithm>
#include <cstdio>
#include <set>

#include "harness/screen/case_grid.hpp"
#include "harness/screen/profiled_cases.hpp"
#include "harness/screen/text_table.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;

constexpr std::string_view of_peak = ".avg.pct_of_peak_sustained_";

bool is_percentage(const std::string& metric) {
  return metric.find(".pct") != std::string::npos;
}

/// "sm__throughput, elapsed": of a percentage of the peak its denominator, in cycles.
std::string label_of(const std::string& metric) {
  const auto at = metric.find(of_peak);
  if (at == std::string::npos) return metric;
  return metric.substr(0, at) + ", " + metric.substr(at + of_peak.size());
}

bar_cell cell_of(const json* metrics, const std::string& metric) {
  const json value = metrics == nullptr ? json() : (*metrics)["values"].value(metric, json());
  if (value.is_null()) return {"-"};
  const double number = value;
  if (is_percentage(metric)) return {percent(number / 100), number / 100};
  char text[32];
  std::snprintf(text, sizeof(text), "%.4g", number);
  return {text};
}

}  // namespace

std::string metrics_table(const json& cases, bar_ink ink) {
  const std::vector<const json*> all = profiles_of(cases, "metrics");
  if (all.empty()) return "";
  std::set<std::string> metrics, absent;
  std::size_t label = 0;
  for (const json* m : all) {
    for (const auto& [metric, value] : (*m)["values"].items()) metrics.insert(metric);
    const json reasons = m->value("absent", json::object());
    for (const auto& [metric, why] : reasons.items())
      absent.insert(one_line(metric + ": " + why.get<std::string>()));
  }
  for (const std::string& metric : metrics) label = std::max(label, label_of(metric).size());
  const case_grid grid(cases);
  const std::size_t fit = bar_table::columns_behind(label);
  std::string text = "Percent of the peak over elapsed or active cycles, and other metrics" +
                     (grid.common().empty() ? "" : "; " + grid.common()) + "\n";
  for (const std::string& row : grid.rows()) {
    std::vector<std::string> variants;
    for (const std::string& v : grid.variants())
      if (profile_of(grid.at(row, v), "metrics") != nullptr) variants.push_back(v);
    for (std::size_t first = 0; first < variants.size(); first += fit) {
      const std::vector<std::string> shown(
          variants.begin() + static_cast<std::ptrdiff_t>(first),
          variants.begin() + static_cast<std::ptrdiff_t>(std::min(first + fit, variants.size())));
      std::vector<std::string> heads;
      for (const std::string& v : shown) heads.push_back(grid.short_name(v));
      bar_table table(row, heads);
      for (const std::string& metric : metrics) {
        std::vector<bar_cell> cells;
        for (const std::string& v : shown)
          cells.push_back(cell_of(profile_of(grid.at(row, v), "metrics"), metric));
        table.add(label_of(metric), std::move(cells));
      }
      text += "\n" + table.str(ink);
    }
  }
  text += "passes a launch: " + range_of(all, "passes", 0) + "; " + overhead_of(all) + "\n";
  for (const std::string& why : absent) text += why + "\n";
  return text;
}

}  // namespace codag::harness
