#include "harness/screen/compare_table.hpp"

#include <map>
#include <vector>

#include "harness/screen/compare_words.hpp"
#include "harness/support/printable.hpp"

namespace codag::harness {
namespace {

std::string head_of(const measure& m) {
  const char* which = m.better == better::higher  ? "higher is better"
                      : m.better == better::lower ? "lower is better"
                                                  : "neither higher nor lower is better";
  return m.name + (m.unit.empty() ? "" : ", " + m.unit) + ", " + which;
}

/// The lines of a measure's table: a case per line, then the means.
struct measure_lines {
  std::vector<std::vector<std::string>> lines;
  std::size_t compared = 0, same = 0;
};

measure_lines lines_of(const comparison& c, const measure& m, bool only_changes) {
  measure_lines all;
  for (const compared_case& one : c.cases)
    for (const compared_value& v : one.values) {
      if (v.measure.name != m.name) continue;
      ++all.compared;
      all.same += v.verdict == verdict::same ? 1 : 0;
      if (only_changes && v.verdict == verdict::same && v.at_gate != gate_verdict::failed) continue;
      all.lines.push_back({one.name, number_text(v.base.value.value),
                           number_text(v.now.value.value), ratio_text(v), interval_text(v),
                           verdict_text(v)});
    }
  for (const mean_ratio& mean : c.means)
    if (mean.measure == m.name)
      all.lines.push_back(
          {mean.variant.empty()
               ? "geometric mean of all"
               : "geometric mean " + mean.codec + (mean.codec.empty() ? "" : "/") + mean.variant,
           "", "", fixed(mean.ratio, 3), "", std::to_string(mean.cases) + " cases"});
  return all;
}

/// What peers do with damaged chunks, where the reports differ.
std::string damage_text(const comparison& c, table_width width) {
  std::size_t compared = 0, differing = 0;
  text_table table;
  table.add({"damaged chunks", "outcome", "base", "new"});
  for (const compared_case& one : c.cases) {
    bool of_damage = false, same = true;
    for (const compared_value& v : one.values) {
      if (!v.measure.name.starts_with("damage/")) continue;
      of_damage = true;
      if (v.verdict == verdict::same) continue;
      same = false;
      table.add({one.name, v.measure.name.substr(7), significant(v.base.value.value, 3),
                 significant(v.now.value.value, 3)});
    }
    compared += of_damage ? 1 : 0;
    differing += same ? 0 : 1;
  }
  if (compared == 0) return {};
  if (differing == 0)
    return "damaged chunks: the same outcomes in " + std::to_string(compared) +
           (compared == 1 ? " case\n" : " cases\n");
  return table.str(width) + "\n";
}

}  // namespace

std::string not_compared_lines(const comparison& c, const std::string& verdict,
                               const std::string& verdict_if_disturbed) {
  std::vector<std::pair<std::string, std::vector<std::string>>> reasons;
  for (const compared_case& one : c.cases) {
    if (one.why_not.empty()) continue;
    auto at = std::ranges::find(reasons, one.why_not, [](const auto& r) { return r.first; });
    if (at == reasons.end()) at = reasons.insert(at, {one.why_not, {}});
    at->second.push_back(one.name);
  }
  constexpr std::size_t most = 3;
  std::string text;
  for (const auto& [reason, names] : reasons) {
    std::string line =
        (reason.starts_with("disturbed") ? verdict_if_disturbed : verdict) + ", " + reason + ": ";
    for (std::size_t i = 0; i < std::min(most, names.size()); ++i)
      line += (i == 0 ? "" : ", ") + names[i];
    if (names.size() > most) line += " and " + std::to_string(names.size() - most) + " more";
    text += printable(line) + "\n";
  }
  return text;
}

std::string compare_text(const comparison& c, const compare_options& options,
                         const compared_names& names, table_width width) {
  std::string text =
      "base: " + printable(names.base, 4096) + "\nnew:  " + printable(names.now, 4096) + "\n\n";
  if (!c.differences.empty()) {
    text_table table;
    table.add({"what differs", "base", "new"});
    for (const run_difference& d : c.differences) table.add({d.what, d.base, d.now});
    text += table.str(width) + "\n";
  } else {
    text += "Nothing differs between the runs but their results.\n\n";
  }
  for (const measure& m : options.measures) {
    const bool exact = m.is == measure::kind::exact;
    const measure_lines its = lines_of(c, m, exact);
    if (its.compared == 0) continue;
    if (exact && its.lines.empty()) {
      text += printable(m.name) + ": the same in " + std::to_string(its.compared) +
              (its.compared == 1 ? " case\n" : " cases\n");
      continue;
    }
    text_table table;
    table.add({"case", "base", "new", "new/base", exact ? "" : "interval", "verdict"});
    for (const auto& line : its.lines) table.add(line);
    text += printable(head_of(m)) + "\n\n" + table.str(width);
    if (exact)
      text += "and the same in " + std::to_string(its.same) + " of " +
              std::to_string(its.compared) + " cases\n";
    text += "\n";
  }
  text += damage_text(c, width);
  each_value(c, [&](const compared_case& one, const compared_value& v) {
    if (!v.note.empty()) text += printable(one.name + ": " + v.note) + "\n";
  });
  for (const compared_case& one : c.cases) {
    if (!one.base_name.empty() && one.base_name != one.name)
      text += printable(one.name + ": was called " + one.base_name) + "\n";
  }
  text += not_compared_lines(c, "not compared", "not compared");
  text += summary_text(c) + "\n" + rule_text(options) + "\n";
  for (const std::string& line : drift_lines(c, options)) text += printable(line) + "\n";
  if (options.gate) text += gate_text(c, options) + "\n";
  return text;
}

std::string claims_text(const std::string& base,
                        const std::vector<std::pair<std::string, comparison>>& comparisons,
                        table_width width) {
  const auto number = [](const std::optional<double>& value) {
    return value ? number_text(*value) : std::string("-");
  };
  std::vector<std::string> head = {"claim", "the paper", base};
  head.reserve(3 + comparisons.size());
  std::vector<std::string> names;
  std::map<std::string, std::vector<std::string>> lines;
  for (std::size_t i = 0; i < comparisons.size(); ++i) {
    head.push_back(comparisons[i].first);
    for (const compared_claim& claim : comparisons[i].second.claims) {
      auto [at, is_new] = lines.try_emplace(claim.name, 3 + comparisons.size(), "-");
      std::vector<std::string>& line = at->second;
      if (is_new) {
        names.push_back(claim.name);
        line[0] = claim.name;
        line[1] =
            number_text(claim.printed) + (claim.hardware.empty() ? "" : " on " + claim.hardware);
      }
      if (claim.base) line[2] = number(claim.base);
      line[3 + i] = number(claim.now);
    }
  }
  if (names.empty()) return {};
  text_table table;
  table.add(head);
  for (const std::string& name : names) table.add(lines[name]);
  return table.str(width);
}

}  // namespace codag::harness
