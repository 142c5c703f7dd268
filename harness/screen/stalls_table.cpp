#include "harness/screen/stalls_table.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>

#include "harness/screen/case_grid.hpp"
#include "harness/screen/profiled_cases.hpp"
#include "harness/support/display_width.hpp"
#include "harness/support/printable.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;

/// A reason's share of a case's samples. The report lists no reason without samples.
double share_of(const json& stalls, const std::string& reason) {
  const auto at = stalls["reasons"].find(reason);
  return at == stalls["reasons"].end() ? 0 : (*at)["share"].get<double>();
}

/// The reasons that get a column, the hottest first: at most `most`, each with at least 0.5 % of
/// some case's samples.
std::vector<std::string> hottest_reasons(const std::vector<const json*>& stalls, std::size_t most) {
  std::map<std::string, double> hottest;
  for (const json* s : stalls)
    for (const auto& [reason, samples] : (*s)["reasons"].items())
      hottest[reason] = std::max(hottest[reason], samples["share"].get<double>());
  std::vector<std::string> reasons;
  for (const auto& [reason, share] : hottest)
    if (share >= 0.005) reasons.push_back(reason);
  std::ranges::stable_sort(reasons, std::ranges::greater(),
                           [&](const std::string& reason) { return hottest[reason]; });
  reasons.resize(std::min(reasons.size(), most));
  return reasons;
}

/// The sampling period, the numbers of samples and of dropped samples, and the overhead.
std::string quality(const std::vector<const json*>& stalls) {
  const auto range = [&](const char* key) { return range_of(stalls, key, 0); };
  return "a sample every " + range("period_cycles") + " cycles, " + range("samples") +
         " per case, dropped " + range("dropped") + "\n" + overhead_of(stalls) + "\n";
}

}  // namespace

std::string main_reasons(const json& line) {
  std::vector<std::pair<double, std::string>> reasons;
  for (const auto& [reason, samples] : line["reasons"].items())
    reasons.emplace_back(samples.get<double>(), reason);
  std::ranges::sort(reasons, std::ranges::greater());
  const double all = line["samples"];
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(2, reasons.size()) && all > 0; ++i)
    text += (i == 0 ? "" : ", ") + reasons[i].second + " " + percent(reasons[i].first / all);
  return text;
}

std::string stalls_table(const json& cases, bar_ink ink, table_width width) {
  const std::vector<const json*> all = profiles_of(cases, "stalls");
  if (all.empty()) return "";
  const case_grid grid(cases);
  std::size_t label = 0;
  for (const std::string& row : grid.rows()) label = std::max(label, display_width(row));
  for (const std::string& v : grid.variants())
    label = std::max(label, display_width(grid.short_name(v)));
  const auto reasons = hottest_reasons(all, bar_table::columns_beside(label, width) - 1);
  std::vector<std::string> heads = reasons;
  heads.emplace_back("other");
  std::string text = "Stall reasons of the sampled warps, as shares of all samples" +
                     printable(grid.common().empty() ? "" : "; " + grid.common()) + "\n";
  for (const std::string& row : grid.rows()) {
    bar_table table(row, heads);
    bool any = false;
    for (const std::string& v : grid.variants()) {
      const json* stalls = profile_of(grid.at(row, v), "stalls");
      if (stalls == nullptr) continue;
      std::vector<bar_cell> cells;
      double other = 1;
      for (const std::string& reason : reasons) {
        const double share = share_of(*stalls, reason);
        cells.push_back({percent(share), share});
        other -= share;
      }
      other = std::max(other, 0.0);  // rounding
      cells.push_back({percent(other), other});
      table.add(grid.short_name(v), std::move(cells));
      any = true;
    }
    if (any) text += "\n" + table.str(ink, width);
  }
  return text + quality(all);
}

std::string hottest_lines(const json& cases, table_width width) {
  std::string text;
  for (const json& c : cases) {
    const json* stalls = profile_of(&c, "stalls");
    if (stalls == nullptr || (*stalls)["lines"].empty()) continue;
    text += (text.empty() ? "" : "\n") + printable(c["name"].get<std::string>()) + "\n";
    for (const json& line : (*stalls)["lines"]) {
      const std::string share = percent(line["share"]);
      const std::string place =
          std::string(6 - std::min<std::size_t>(share.size(), 6), ' ') + share + "  " +
          printable(line["file"].get<std::string>() + ":" +
                    std::to_string(line["line"].get<std::uint64_t>()) + "  " + main_reasons(line)) +
          "  ";
      // Names of functions are long, so they get what is left of the line.
      const std::size_t used = display_width(place), most = bar_table_width(width);
      text += place + printable(line["function"].get<std::string>(), most - std::min(most, used)) +
              "\n";
    }
  }
  return text.empty() ? ""
                      : "The hottest source lines: share of a case's samples, reasons\n\n" + text;
}

}  // namespace codag::harness
