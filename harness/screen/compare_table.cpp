#include "harness/screen/compare_table.hpp"

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <vector>

#include "harness/support/printable.hpp"

namespace codag::harness {
namespace {

/// A value with four significant digits, or all digits of a whole number.
std::string number_text(double value) {
  if (value == std::floor(value) && value < 1e15) return fixed(value, 0);
  if (value < 1e-3) {
    char text[32];
    std::snprintf(text, sizeof(text), "%.3e", value);
    return text;
  }
  const int digits = static_cast<int>(std::floor(std::log10(value)));
  return fixed(value, std::max(0, 3 - digits));
}

std::string ratio_text(const compared_value& v) {
  return v.ratio ? fixed(v.ratio->median, 3) : "-";
}

std::string interval_text(const compared_value& v) {
  if (!v.ratio || v.ratio->low == v.ratio->high) return "";
  return fixed(v.ratio->low, 3) + " to " + fixed(v.ratio->high, 3);
}

std::string head_of(const measure& m) {
  const char* which = m.better == better::higher  ? "higher is better"
                      : m.better == better::lower ? "lower is better"
                                                  : "neither higher nor lower is better";
  return m.name + (m.unit.empty() ? "" : ", " + m.unit) + ", " + which;
}

std::string verdict_text(const compared_value& v) {
  std::string text(to_string(v.verdict, v.measure));
  if (v.fails_gate) text += ", fails the gate";
  return text;
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
      if (only_changes && v.verdict == verdict::same && !v.fails_gate) continue;
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

/// A line per reason, with the first cases that it applies to.
std::string not_compared_lines(const comparison& c) {
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
    std::string line = "not compared, " + reason + ": ";
    for (std::size_t i = 0; i < std::min(most, names.size()); ++i)
      line += (i == 0 ? "" : ", ") + names[i];
    if (names.size() > most) line += " and " + std::to_string(names.size() - most) + " more";
    text += printable(line) + "\n";
  }
  return text;
}

std::string summary(const comparison& c) {
  std::size_t values = 0, not_compared = 0;
  for (const compared_case& one : c.cases) {
    values += one.values.size();
    not_compared += one.why_not.empty() ? 0 : 1;
  }
  // "faster" and "better" are the same verdict, for different measures.
  const bool speed = std::ranges::all_of(c.cases, [](const compared_case& one) {
    return std::ranges::all_of(one.values, [](const compared_value& v) {
      return v.measure.is == measure::kind::rate || v.measure.is == measure::kind::time;
    });
  });
  std::string text = std::to_string(values) + (values == 1 ? " value: " : " values: ") +
                     std::to_string(c.count(verdict::same)) + " same, " +
                     std::to_string(c.count(verdict::better)) +
                     (speed ? " faster, " : " better, ") + std::to_string(c.count(verdict::worse)) +
                     (speed ? " slower, " : " worse, ") +
                     std::to_string(c.count(verdict::unclear)) + " unclear";
  if (not_compared > 0)
    text += "; " + std::to_string(not_compared) +
            (not_compared == 1 ? " case was not compared" : " cases were not compared");
  return text;
}

std::string rule(const comparison& c, const compare_options& options) {
  std::string text = "same: the 95 % interval of the ratio is within +-" +
                     number_text(options.least_effect * 100) + " %";
  text += c.calibrated ? ", or within the drift between runs that the calibration measured"
                       : ", or within the drift between runs, assumed to be 1 % on a GPU and 5 % "
                         "elsewhere (no --calibration)";
  return text;
}

std::string gate_summary(const comparison& c, const compare_options& options) {
  if (!options.gate) return {};
  const std::string limit = number_text(*options.gate * 100) + " %";
  if (c.fails_gate()) return "gate " + limit + ": failed";
  return "gate " + limit + ": passed" +
         (c.unclear_at_gate() ? ", but values are unclear or cases are missing" : "");
}

std::string markdown_row(const std::vector<std::string>& cells) {
  std::string text = "|";
  for (const std::string& cell : cells) {
    text += " ";
    for (const char c : printable(cell))
      text += (c == '|' || c == '<' || c == '`') ? std::string("\\") + c : std::string(1, c);
    text += " |";
  }
  return text + "\n";
}

std::string markdown_table(const std::vector<std::string>& head,
                           const std::vector<std::vector<std::string>>& rows) {
  std::string text = markdown_row(head) + "|";
  for (std::size_t i = 0; i < head.size(); ++i) text += "---|";
  text += "\n";
  for (const auto& row : rows) text += markdown_row(row);
  return text;
}

/// Text inside a GitHub workflow command, whose message ends at a line end.
std::string github_text(const std::string& text, bool is_property) {
  std::string escaped;
  for (const char c : printable(text, 4096))
    escaped += c == '%'                                ? "%25"
               : is_property && (c == ':' || c == ',') ? (c == ':' ? "%3A" : "%2C")
                                                       : std::string(1, c);
  return escaped;
}

std::string change_text(const compared_value& v) {
  return v.measure.name + " " + number_text(v.base.value.value) + " -> " +
         number_text(v.now.value.value) + (v.measure.unit.empty() ? "" : " " + v.measure.unit) +
         (v.ratio ? " (ratio " + ratio_text(v) + ")" : "");
}

template <class F>
void each_value(const comparison& c, const F& use) {
  for (const compared_case& one : c.cases)
    for (const compared_value& v : one.values) use(one, v);
}

}  // namespace

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
  each_value(c, [&](const compared_case& one, const compared_value& v) {
    if (!v.note.empty()) text += printable(one.name + ": " + v.note) + "\n";
  });
  for (const compared_case& one : c.cases) {
    if (!one.base_name.empty() && one.base_name != one.name)
      text += printable(one.name + ": was called " + one.base_name) + "\n";
  }
  text += not_compared_lines(c);
  text += summary(c) + "\n" + rule(c, options) + "\n";
  if (options.gate) text += gate_summary(c, options) + "\n";
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

std::string compare_markdown(const comparison& c, const compare_options& options,
                             const compared_names& names) {
  std::string text = "### codag: " + summary(c) + "\n\n";
  if (options.gate) text += "**" + gate_summary(c, options) + "**\n\n";
  const std::vector<std::string> head = {"case", "base", "new", "new/base", "interval", "verdict"};
  std::vector<std::vector<std::string>> changed, all;
  each_value(c, [&](const compared_case& one, const compared_value& v) {
    std::vector<std::string> row = {one.name + " " + v.measure.name,
                                    number_text(v.base.value.value),
                                    number_text(v.now.value.value),
                                    ratio_text(v),
                                    interval_text(v),
                                    verdict_text(v)};
    if (v.verdict != verdict::same || v.fails_gate) changed.push_back(row);
    all.push_back(std::move(row));
  });
  if (!changed.empty()) text += markdown_table(head, changed) + "\n";
  const auto folded = [&](const std::string& title, const std::string& content) {
    text += "<details><summary>" + title + "</summary>\n\n" + content + "\n</details>\n\n";
  };
  if (!c.means.empty()) {
    std::vector<std::vector<std::string>> means;
    means.reserve(c.means.size());
    for (const mean_ratio& m : c.means)
      means.push_back({m.measure, m.codec, m.variant.empty() ? "all" : m.variant, fixed(m.ratio, 3),
                       std::to_string(m.cases)});
    folded("Geometric means of new/base",
           markdown_table({"measure", "codec", "variant", "new/base", "cases"}, means));
  }
  if (all.size() > changed.size()) folded("All values", markdown_table(head, all));
  std::vector<std::vector<std::string>> differences, skipped;
  for (const run_difference& d : c.differences) differences.push_back({d.what, d.base, d.now});
  for (const compared_case& one : c.cases)
    if (!one.why_not.empty()) skipped.push_back({one.name, one.why_not});
  if (!differences.empty())
    folded("What differs between the runs", markdown_table({"what", "base", "new"}, differences));
  if (!skipped.empty()) folded("Not compared", markdown_table({"case", "why"}, skipped));
  return text + "base: " + printable(names.base) + ", new: " + printable(names.now) + ". " +
         rule(c, options) + ".\n";
}

std::string github_annotations(const comparison& c) {
  std::string text;
  each_value(c, [&](const compared_case& one, const compared_value& v) {
    if (!v.fails_gate && !v.unclear_at_gate) return;
    text += std::string(v.fails_gate ? "::error title=" : "::warning title=") +
            github_text("codag: " + one.name, true) +
            "::" + github_text(change_text(v) + (v.fails_gate ? "" : ", unclear"), false) + "\n";
  });
  return text;
}

std::string gitlab_code_quality(const comparison& c, const compared_names& names) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  each_value(c, [&](const compared_case& one, const compared_value& v) {
    if (!v.fails_gate) return;
    all.push_back({{"description", one.name + ": " + change_text(v)},
                   {"check_name", "codag/" + v.measure.name},
                   {"fingerprint", one.name + " " + v.measure.name},
                   {"severity", "major"},
                   {"location", {{"path", names.now}, {"lines", {{"begin", 1}}}}}});
  });
  return all.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

std::string gate_lines(const comparison& c) {
  std::string text;
  each_value(c, [&](const compared_case& one, const compared_value& v) {
    if (v.fails_gate) text += printable(one.name + ": " + change_text(v)) + "\n";
  });
  return text;
}

}  // namespace codag::harness
