#include "harness/screen/energy_table.hpp"

#include <nlohmann/json.hpp>

#include "harness/screen/case_grid.hpp"
#include "harness/screen/profiled_cases.hpp"
#include "harness/support/printable.hpp"

namespace codag::harness {

std::string energy_table(const nlohmann::json& cases, table_width width) {
  using nlohmann::json;
  if (profiles_of(cases, "energy").empty()) return "";
  const case_grid grid(cases);
  text_table table(2);
  table.add({"dataset", "variant", "J/GB", "W", "seconds", "throttled by"});
  for (const std::string& row : grid.rows())
    for (const std::string& v : grid.variants()) {
      const json* energy = profile_of(grid.at(row, v), "energy");
      if (energy == nullptr) continue;
      const json& reasons = (*energy)["throttle_reasons"];
      std::string throttled = reasons.is_null() ? "unknown" : "";
      for (const json& reason : reasons)
        throttled += (throttled.empty() ? "" : " ") + reason.get<std::string>();
      const auto number = [&](const char* key, int decimals) {
        return (*energy)[key].is_null() ? "-" : fixed((*energy)[key].get<double>(), decimals);
      };
      table.add({row, grid.short_name(v), number("joules_per_gb", 3), number("average_watts", 0),
                 number("seconds", 1), throttled.empty() ? "-" : throttled});
    }
  return "Joules per GB of " + grid.bytes() +
         " and average power of the GPU or CPU; launches back to back" +
         printable(grid.common().empty() ? "" : "; " + grid.common()) + "\n\n" + table.str(width);
}

}  // namespace codag::harness
