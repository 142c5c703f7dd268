#include "harness/compare/reproduction.hpp"

#include <nlohmann/json.hpp>
#include <set>

#include "harness/support/disturbed_row.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;

/// The cases of a report whose samples were disturbed.
std::set<std::string> disturbed_cases(const json& codag) {
  std::set<std::string> names;
  for (const json& row : codag["cases"])
    if (is_disturbed(row)) names.insert(row["name"]);
  return names;
}

reproduction outcome_of(const compared_value& v) {
  if (!v.of_one_machine) return reproduction::not_testable;
  if (v.verdict == verdict::same) return reproduction::reproduced;
  return v.verdict == verdict::unclear ? reproduction::unclear : reproduction::not_reproduced;
}

}  // namespace

std::string_view to_string(reproduction outcome) {
  switch (outcome) {
    case reproduction::reproduced:
      return "reproduced";
    case reproduction::not_reproduced:
      return "not reproduced";
    case reproduction::unclear:
      return "unclear";
    case reproduction::not_testable:
      break;
  }
  return "not testable here";
}

std::vector<reproduced_number> reproductions_of(const comparison& c, const json& report,
                                                const json& here) {
  const auto disturbed_there = disturbed_cases(report), disturbed_here = disturbed_cases(here);
  std::vector<reproduced_number> all;
  for (const compared_case& one : c.cases) {
    if (one.base_name.empty()) continue;  // only the new run has it
    // What was disturbed has no values here: compare judges none.
    const bool disturbed =
        disturbed_there.contains(one.base_name) || disturbed_here.contains(one.name);
    if (!one.why_not.empty())
      all.push_back(
          {.of = &one, .outcome = disturbed ? reproduction::unclear : reproduction::not_testable});
    for (const compared_value& v : one.values) all.push_back({&one, &v, outcome_of(v)});
  }
  return all;
}

}  // namespace codag::harness
