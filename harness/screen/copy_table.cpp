#include "harness/screen/copy_table.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "datasets/paper_copy.hpp"
#include "harness/screen/column_statistics.hpp"
#include "harness/support/printable.hpp"

namespace codag::harness {
namespace {

using datasets::copy_result;

std::uint64_t values_of(const measured_copy& copy) {
  return copy.bytes / size_of(copy.type);
}

/// Calls `use` with the key and the result of each number.
template <class F>
void each_result(const measured_copy& copy, const F& use) {
  use("values", datasets::judge_size(copy.column, values_of(copy)));
  for (const shown_statistic& s : shown_statistics)
    use(s.key, datasets::judge_statistic(copy.column, copy.statistics, s.value));
}

std::vector<std::string> keys_with(const measured_copy& copy, copy_result wanted) {
  std::vector<std::string> keys;
  each_result(copy, [&](const char* key, copy_result result) {
    if (result == wanted) keys.emplace_back(key);
  });
  return keys;
}

std::string mark(copy_result result) {
  return result == copy_result::agrees ? "  " : result == copy_result::differs ? " *" : " ?";
}

/// Millions of values.
std::string millions(double values) {
  return fixed(values / 1e6, 2);
}

}  // namespace

bool agrees(const measured_copy& copy) {
  return keys_with(copy, copy_result::differs).empty();
}

std::string copies_table(const std::vector<measured_copy>& copies, table_width width) {
  text_table table;
  std::vector<std::string> heads = {"column", "million values"};
  for (const shown_statistic& s : shown_statistics) heads.emplace_back(s.heading);
  heads.emplace_back("result");
  table.add(std::move(heads));
  std::string notes;
  for (const measured_copy& copy : copies) {
    const datasets::manifest_entry& column = copy.column;
    std::vector<std::string> row = {
        std::string(column.name) + " " + std::string(to_string(copy.type)),
        millions(static_cast<double>(values_of(copy))) + " / " +
            millions(datasets::paper_values(column)) +
            mark(datasets::judge_size(column, values_of(copy)))};
    for (const shown_statistic& s : shown_statistics)
      row.push_back(statistic_text(copy.statistics.*s.value, s.decimals) + " / " +
                    statistic_text(column.paper.*s.value, s.decimals) +
                    mark(datasets::judge_statistic(column, copy.statistics, s.value)));
    row.emplace_back(agrees(copy) ? "agrees" : "differs");
    table.add(std::move(row));
    notes += std::string(column.name) + ": " + printable(copy.path) + "; the paper's comes from " +
             std::string(column.source) + " (" + std::string(column.how_to_get) + ")\n";
  }
  return "your copy / the paper's\n\n" + table.str(width) + "* differs by more than " +
         fixed(100 * datasets::copy_statistic_tolerance, 0) + " %" +
         ", a number of values by more than " + fixed(100 * datasets::copy_size_tolerance, 0) +
         " %" +
         "; ? marks a number that is not judged: the paper's number contradicts others (`codag "
         "datasets` says how), or "
         "this build cannot measure it\n" +
         notes;
}

nlohmann::json copies_json(const std::vector<measured_copy>& copies) {
  nlohmann::json all = nlohmann::json::array();
  for (const measured_copy& copy : copies)
    all.push_back({{"name", copy.column.name},
                   {"path", copy.path},
                   {"type", to_string(copy.type)},
                   {"bytes", copy.bytes},
                   {"values", values_of(copy)},
                   {"sha256", copy.sha256},
                   {"copy", statistics_values(copy.statistics)},
                   {"paper_values", datasets::paper_values(copy.column)},
                   {"paper", statistics_values(copy.column.paper)},
                   {"differs", keys_with(copy, copy_result::differs)},
                   {"not_judged", keys_with(copy, copy_result::not_judged)},
                   {"agrees", agrees(copy)}});
  return {{"copies", std::move(all)}};
}

}  // namespace codag::harness
