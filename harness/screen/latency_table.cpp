#include "harness/screen/latency_table.hpp"

#include <nlohmann/json.hpp>

#include "harness/screen/case_grid.hpp"
#include "harness/screen/profiled_cases.hpp"
#include "harness/support/printable.hpp"

namespace codag::harness {

std::string latency_table(const nlohmann::json& cases, table_width width) {
  using nlohmann::json;
  if (profiles_of(cases, "latency").empty()) return "";
  const case_grid grid(cases);
  text_table table(2);
  table.add({"dataset", "variant", "p50 us", "p99 us", "launches"});
  for (const std::string& row : grid.rows())
    for (const std::string& v : grid.variants()) {
      const json* latency = profile_of(grid.at(row, v), "latency");
      if (latency == nullptr) continue;
      const auto microseconds = [&](const char* key) {
        return (*latency)[key].is_null() ? "-" : fixed((*latency)[key].get<double>() * 1e6, 1);
      };
      table.add({row, grid.short_name(v), microseconds("p50_s"), microseconds("p99_s"),
                 std::to_string((*latency)["samples_s"].size())});
    }
  return "Microseconds from the call of a launch to its result, as the host sees them" +
         printable(grid.common().empty() ? "" : "; " + grid.common()) + "\n\n" + table.str(width);
}

}  // namespace codag::harness
