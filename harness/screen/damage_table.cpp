#include "harness/screen/damage_table.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "harness/report/case_reader.hpp"
#include "harness/report/damage_outcome.hpp"

namespace codag::harness {

using nlohmann::json;

namespace {

/// "right bytes": an outcome's name, as the table's heads write it.
std::string head_of_outcome(std::string_view name) {
  std::string head(name);
  std::ranges::replace(head, '_', ' ');
  return head;
}

}  // namespace

std::string damage_table(const json& cases, table_width width) {
  std::array<bool, damage_outcome_names.size()> used{};
  std::size_t rows = 0;
  const auto counts = [](const json& c) {
    return kind_of(c) == work_kind::damage && c["status"] == "ok"
               ? c.value("damage", json::object())
               : json::object();
  };
  for (const json& c : cases) {
    const json of_case = counts(c);
    rows += of_case.empty() ? 0 : 1;
    for (std::size_t i = 0; i < damage_outcome_names.size(); ++i)
      used[i] = used[i] || of_case.contains(std::string(damage_outcome_names[i]));
  }
  if (rows == 0) return {};
  text_table table;
  std::vector<std::string> head = {"damaged chunks"};
  for (std::size_t i = 0; i < damage_outcome_names.size(); ++i)
    if (used[i]) head.push_back(head_of_outcome(damage_outcome_names[i]));
  table.add(head);
  for (const json& c : cases) {
    const json of_case = counts(c);
    if (of_case.empty()) continue;
    std::vector<std::string> line = {c["codec"].get<std::string>() + " " +
                                     c["variant"].get<std::string>()};
    for (std::size_t i = 0; i < damage_outcome_names.size(); ++i)
      if (used[i]) {
        const auto count = of_case.find(std::string(damage_outcome_names[i]));
        line.push_back(count == of_case.end() ? "-" : count->dump());
      }
    table.add(line);
  }
  return table.str(width);
}

}  // namespace codag::harness
