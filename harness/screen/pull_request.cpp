#include "harness/screen/pull_request.hpp"

#include <nlohmann/json.hpp>
#include <vector>

#include "harness/screen/text_table.hpp"
#include "harness/support/json_text.hpp"
#include "harness/support/markdown_cell.hpp"
#include "harness/support/printable.hpp"

namespace codag::harness {
namespace {

std::string markdown_row(const std::vector<std::string>& cells) {
  std::string text = "|";
  for (const std::string& cell : cells) text += " " + markdown_cell(cell) + " |";
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

/// Why a gate has not decided about a value; null if it has, or had nothing to decide.
const char* undecided_text(gate_verdict at_gate) {
  switch (at_gate) {
    case gate_verdict::unclear:
      return ", unclear";
    case gate_verdict::drifted:
      return "; the code is the same: the runs drifted";
    case gate_verdict::other_machine:
      return "; not judged: another GPU or CPU";
    case gate_verdict::none:
    case gate_verdict::passed:
    case gate_verdict::failed:
      break;
  }
  return nullptr;
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

}  // namespace

std::string compare_markdown(const comparison& c, const compare_options& options,
                             const compared_names& names) {
  std::string text = "### codag: " + summary_text(c) + "\n\n";
  if (options.gate) text += "**" + gate_text(c, options) + "**\n\n";
  const std::vector<std::string> head = {"case", "base", "new", "new/base", "interval", "verdict"};
  std::vector<std::vector<std::string>> changed, all;
  each_value(c, [&](const compared_case& one, const compared_value& v) {
    std::vector<std::string> row = {one.name + " " + v.measure.name,
                                    number_text(v.base.value.value),
                                    number_text(v.now.value.value),
                                    ratio_text(v),
                                    interval_text(v),
                                    verdict_text(v) + (v.note.empty() ? "" : ": " + v.note)};
    if (v.verdict != verdict::same || v.at_gate == gate_verdict::failed) changed.push_back(row);
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
  text += "base: " + printable(names.base) + ", new: " + printable(names.now) + ". " +
          rule_text(options) + ".\n";
  for (const std::string& line : drift_lines(c, options))
    text += "\n" + markdown_cell(printable(line)) + ".\n";
  return text;
}

std::string github_annotations(const comparison& c) {
  std::string text;
  each_value(c, [&](const compared_case& one, const compared_value& v) {
    const char* what = undecided_text(v.at_gate);
    const bool failed = v.at_gate == gate_verdict::failed;
    if (!failed && what == nullptr) return;
    text += std::string(failed ? "::error title=" : "::warning title=") +
            github_text("codag: " + one.name, true) +
            "::" + github_text(change_text(v) + (failed ? "" : what), false) + "\n";
  });
  for (const compared_case& one : c.cases)
    if (one.wrong || one.missing)
      text += std::string(one.wrong ? "::error title=" : "::warning title=") +
              github_text("codag: " + one.name, true) +
              "::" + github_text("not compared: " + one.why_not, false) + "\n";
  return text;
}

nlohmann::ordered_json gitlab_code_quality(const comparison& c, const compared_names& names) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  const auto add = [&](const compared_case& one, const char* severity, const std::string& what,
                       const std::string& text) {
    all.push_back({{"description", one.name + ": " + text},
                   {"check_name", "codag/" + what},
                   {"fingerprint", names.now + " " + one.name + " " + what},
                   {"severity", severity},
                   {"location", {{"path", names.now}, {"lines", {{"begin", 1}}}}}});
  };
  each_value(c, [&](const compared_case& one, const compared_value& v) {
    if (v.at_gate == gate_verdict::failed) add(one, "major", v.measure.name, change_text(v));
    if (const char* what = undecided_text(v.at_gate); what != nullptr)
      add(one, "minor", v.measure.name, change_text(v) + what);
  });
  for (const compared_case& one : c.cases)
    if (one.wrong || one.missing)
      add(one, one.wrong ? "major" : "minor", one.wrong ? "verify" : "compared",
          "not compared: " + one.why_not);
  return all;
}

std::string gate_lines(const comparison& c) {
  std::string text;
  each_value(c, [&](const compared_case& one, const compared_value& v) {
    if (v.at_gate == gate_verdict::failed)
      text += printable(one.name + ": " + change_text(v)) + "\n";
  });
  for (const compared_case& one : c.cases)
    if (one.wrong) text += printable(one.name + ": " + one.why_not) + "\n";
  return text;
}

}  // namespace codag::harness
