#include "harness/screen/claims_table.hpp"

#include <nlohmann/json.hpp>

#include "harness/support/printable.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;

std::string expected_text(const json& expected) {
  if (expected.contains("at_most"))
    return "at most " + significant(expected["at_most"].get<double>());
  if (expected.contains("at_least"))
    return "at least " + significant(expected["at_least"].get<double>());
  return significant(expected.value("about", 0.0)) + " +- " +
         significant(100 * expected.value("tolerance", 0.0)) + "%";
}

}  // namespace

std::string paper_text(const json& verdict) {
  const json hardware = verdict.value("hardware", json());
  return expected_text(verdict["expected"]) +
         (hardware.is_string() ? " on " + hardware.get<std::string>() : "");
}

std::string claims_table(const json& verdicts, table_width width) {
  if (verdicts.empty()) return "";
  text_table table;
  table.add({"claim", "paper", "measured", "pairs", "verdict"});
  std::string reasons;
  for (const json& v : verdicts) {
    const json& measured = v["measured"];
    const std::string name = v["name"], reason = v["reason"];
    table.add({name, paper_text(v), measured.is_null() ? "-" : significant(measured.get<double>()),
               std::to_string(v["pairs"].get<std::size_t>()), v["verdict"]});
    if (!reason.empty()) reasons += printable(name + ": " + reason) + "\n";
  }
  return table.str(width) + reasons;
}

}  // namespace codag::harness
