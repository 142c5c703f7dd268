#include "harness/screen/query_table.hpp"

#include <nlohmann/json.hpp>

#include "harness/screen/case_grid.hpp"
#include "harness/screen/noise.hpp"
#include "harness/support/printable.hpp"

namespace codag::harness {

std::string query_table(const nlohmann::json& cases, table_width width) {
  using nlohmann::json;
  const case_grid grid(cases);
  text_table table(2);
  table.add({"dataset", "variant", "ms", "GB read", "GB/s read", "of roof"});
  std::string rows;
  for (const std::string& row : grid.rows())
    for (const std::string& v : grid.variants()) {
      const json* c = grid.at(row, v);
      if (c == nullptr || !c->contains("query") || (*c)["traffic_gbps"].is_null()) continue;
      const json& time = (*c)["time"];
      const json& samples = time["cold"].is_null() ? time["hot"] : time["cold"];
      const json& roof = (*c)["roof_share"];
      table.add({row, grid.short_name(v),
                 mark_of({c}) + fixed(samples["median_s"].get<double>() * 1e3, 3),
                 fixed((*c)["compressed_bytes"].get<double>() / 1e9, 3),
                 fixed((*c)["traffic_gbps"].get<double>(), 1),
                 roof.is_null() ? "-" : fixed(roof.get<double>() * 100, 1) + "%"});
      rows = significant((*c)["query"]["rows"].get<double>() / 1e6);
    }
  if (rows.empty()) return "";
  return "Queries over " + rows +
         " million rows: the time with the look-up arrays of the dimensions, and the compressed "
         "columns" +
         printable(grid.common().empty() ? "" : "; " + grid.common()) + "\n\n" + table.str(width);
}

}  // namespace codag::harness
