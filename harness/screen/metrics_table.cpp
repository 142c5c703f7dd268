#include "harness/screen/metrics_table.hpp"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <set>
#include <span>

#include "harness/screen/case_grid.hpp"
#include "harness/screen/profiled_cases.hpp"
#include "harness/support/display_width.hpp"
#include "harness/support/printable.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;

constexpr std::string_view of_peak = ".avg.pct_of_peak_sustained_";

bool is_percentage(const std::string& metric) {
  return metric.find(".pct") != std::string::npos;
}

/// A short name for a metric, such as "sm__throughput, elapsed". For a percentage of the peak it
/// ends with the kind of cycles in the denominator.
std::string label_of(const std::string& metric) {
  const auto at = metric.find(of_peak);
  if (at == std::string::npos) return metric;
  return metric.substr(0, at) + ", " + metric.substr(at + of_peak.size());
}

bar_cell cell_of(const json& metrics, const std::string& metric) {
  const json value = metrics["values"].value(metric, json());
  if (value.is_null()) return {"-"};
  const double number = value;
  if (is_percentage(metric)) return {percent(number / 100), number / 100};
  return {significant(number)};
}

/// A table with one line per metric and one column per variant.
bar_table table_of(const std::string& row, const std::set<std::string>& metrics,
                   std::span<const std::string> variants, std::span<const json* const> profiles) {
  bar_table table(row, {variants.begin(), variants.end()});
  for (const std::string& metric : metrics) {
    std::vector<bar_cell> cells(profiles.size());
    std::ranges::transform(profiles, cells.begin(),
                           [&](const json* profile) { return cell_of(*profile, metric); });
    table.add(label_of(metric), std::move(cells));
  }
  return table;
}

/// ", 97% of their time", of a kernel that is one of several.
std::string share_of(const json& profile) {
  const auto share = profile.find("kernel_share");
  return share == profile.end() ? ""
                                : ", " + fixed(share->get<double>() * 100, 0) + "% of their time";
}

}  // namespace

std::string metrics_table(const json& cases, bar_ink ink, table_width width) {
  const std::vector<const json*> all = profiles_of(cases, "metrics");
  if (all.empty()) return "";
  std::set<std::string> metrics, absent;
  std::vector<std::string> several;  // the cases whose launch runs several kernels
  std::size_t label = 0;
  for (const json* m : all) {
    for (const auto& [metric, value] : (*m)["values"].items()) metrics.insert(metric);
    const json reasons = m->value("absent", json::object());
    for (const auto& [metric, why] : reasons.items())
      absent.insert(printable(metric + ": " + why.get<std::string>()));
  }
  for (const std::string& metric : metrics)
    label = std::max(label, display_width(label_of(metric)));
  const case_grid grid(cases);
  std::string text = "Percent of the peak over elapsed or active cycles, and other metrics" +
                     printable(grid.common().empty() ? "" : "; " + grid.common()) + "\n";
  for (const std::string& row : grid.rows()) {
    std::vector<const json*> profiles;
    std::vector<std::string> names;
    std::size_t head = 0;
    for (const std::string& v : grid.variants()) {
      const json* profile = profile_of(grid.at(row, v), "metrics");
      if (profile == nullptr) continue;
      if (profile->contains("kernels"))
        several.push_back(printable(row + " " + grid.short_name(v) + ": the longest of " +
                                    (*profile)["kernels"].dump() + " kernels" +
                                    share_of(*profile)));
      profiles.push_back(profile);
      names.push_back(grid.short_name(v));
      head = std::max(head, display_width(names.back()));
    }
    const std::size_t fit = bar_table::columns_beside(label, width, head);
    for (std::size_t first = 0; first < names.size(); first += fit) {
      const std::size_t count = std::min(fit, names.size() - first);
      text += "\n" + table_of(row, metrics, std::span(names).subspan(first, count),
                              std::span(profiles).subspan(first, count))
                         .str(ink, width);
    }
  }
  text += "passes per launch: " + range_of(all, "passes", 0) + "; " + overhead_of(all) + "\n";
  for (const std::string& line : several) text += line + "\n";
  for (const std::string& why : absent) text += why + "\n";
  return text;
}

}  // namespace codag::harness
