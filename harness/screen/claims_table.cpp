#include "harness/screen/claims_table.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "harness/support/printable.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;

std::string expected_text(const json& expected) {
  if (expected.contains("at_most"))
    return "at most " + significant(expected["at_most"].get<double>());
  if (expected.contains("at_least"))
    return "at least " + significant(expected["at_least"].get<double>());
  const std::string about = significant(expected.value("about", 0.0));
  if (expected.contains("low") && expected.contains("high"))
    return about + " (" + significant(expected["low"].get<double>()) + " to " +
           significant(expected["high"].get<double>()) + ")";
  return about + " +- " + significant(100 * expected.value("tolerance", 0.0)) + "%";
}

/// "1.17", or "1.17 (1.16 to 1.18)" if the number has an interval.
std::string measured_text(const json& v) {
  if (v["measured"].is_null()) return "-";
  const std::string number = significant(v["measured"].get<double>()), within = interval_text(v);
  return number + (within.empty() ? "" : " (" + within + ")");
}

/// Whether an earlier program judged the number without its interval.
bool is_of_a_point(const json& v) {
  const std::string verdict = v["verdict"];
  return !v.contains("low") && (verdict == "reproduced" || verdict == "not_reproduced" ||
                                verdict == "met" || verdict == "missed");
}

/// A line per reason, with the names that have it.
std::string reason_lines(const json& verdicts) {
  std::vector<std::pair<std::string, std::string>> reasons;  // with the names
  for (const json& v : verdicts) {
    const std::string name = v["name"], reason = v["reason"];
    if (reason.empty()) continue;
    const auto at = std::ranges::find(reasons, reason, &std::pair<std::string, std::string>::first);
    if (at == reasons.end())
      reasons.emplace_back(reason, name);
    else
      at->second += ", " + name;
  }
  std::string text;
  for (const auto& [reason, names] : reasons) text += printable(names + ": " + reason) + "\n";
  return text;
}

std::string table_of(const json& verdicts, const char* what, const char* wanted,
                     table_width width) {
  if (verdicts.empty()) return "";
  text_table table;
  table.add({what, wanted, "measured", "pairs", "verdict"});
  for (const json& v : verdicts)
    table.add({v["name"], paper_text(v), measured_text(v),
               std::to_string(v["pairs"].get<std::size_t>()), v["verdict"]});
  std::string reasons = reason_lines(verdicts);
  if (std::ranges::any_of(verdicts, is_of_a_point))
    reasons +=
        "The report is of an earlier program, which judged these numbers without an interval; "
        "codag judge judges them again.\n";
  return table.str(width) + reasons;
}

}  // namespace

std::string paper_text(const json& verdict) {
  const json hardware = verdict.value("hardware", json());
  return expected_text(verdict["expected"]) +
         (hardware.is_string() ? " on " + hardware.get<std::string>() : "");
}

std::string interval_text(const json& v) {
  const json low = v.value("low", json()), high = v.value("high", json());
  if (!low.is_number() || !high.is_number() || low == high) return "";
  return significant(low.get<double>()) + " to " + significant(high.get<double>());
}

std::string claims_tables(const json& codag, table_width width) {
  const std::string claims =
                        table_of(codag.value("claims", json::array()), "claim", "paper", width),
                    targets =
                        table_of(codag.value("targets", json::array()), "target", "wanted", width);
  return claims + (claims.empty() || targets.empty() ? "" : "\n") + targets;
}

}  // namespace codag::harness
