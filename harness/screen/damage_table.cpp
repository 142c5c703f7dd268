#include "harness/screen/damage_table.hpp"

#include <array>
#include <nlohmann/json.hpp>

namespace codag::harness {
namespace {

using nlohmann::json;

/// The outcomes (damage_outcome), as the table's heads write them.
constexpr std::array<std::pair<const char*, const char*>, 11> outcomes = {
    {{"refused", "refused"},
     {"refused_valid", "refused though valid"},
     {"right_bytes", "right bytes"},
     {"short_output", "short output"},
     {"other_bytes", "other bytes"},
     {"wrong_bytes", "wrong bytes"},
     {"no_status", "no status"},
     {"outside_write", "outside write"},
     {"crash", "crash"},
     {"hang", "hang"},
     {"untried", "untried"}}};

}  // namespace

std::string damage_table(const json& cases, table_width width) {
  std::array<bool, outcomes.size()> used{};
  std::size_t rows = 0;
  const auto counts = [](const json& c) {
    return c["kind"] == "damage" && c["status"] == "ok" ? c.value("damage", json::object())
                                                        : json::object();
  };
  for (const json& c : cases) {
    const json of_case = counts(c);
    rows += of_case.empty() ? 0 : 1;
    for (std::size_t i = 0; i < outcomes.size(); ++i)
      used[i] = used[i] || of_case.contains(outcomes[i].first);
  }
  if (rows == 0) return {};
  text_table table;
  std::vector<std::string> head = {"damaged chunks"};
  for (std::size_t i = 0; i < outcomes.size(); ++i)
    if (used[i]) head.emplace_back(outcomes[i].second);
  table.add(head);
  for (const json& c : cases) {
    const json of_case = counts(c);
    if (of_case.empty()) continue;
    std::vector<std::string> line = {c["codec"].get<std::string>() + " " +
                                     c["variant"].get<std::string>()};
    for (std::size_t i = 0; i < outcomes.size(); ++i)
      if (used[i]) {
        const auto count = of_case.find(outcomes[i].first);
        line.push_back(count == of_case.end() ? "-" : count->dump());
      }
    table.add(line);
  }
  return table.str(width);
}

}  // namespace codag::harness
