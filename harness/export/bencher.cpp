// The Bencher Metric Format (bencher.dev, "Bencher Metric Format (BMF)"): benchmark -> measure ->
// value with bounds.
#include <algorithm>

#include "harness/export/formats.hpp"
#include "harness/export/rows.hpp"
#include "harness/support/json_text.hpp"

namespace codag::harness {

std::string to_bencher(const std::vector<nlohmann::json>& reports) {
  nlohmann::ordered_json all = nlohmann::ordered_json::object();
  for (const nlohmann::json& row : reports.front()["codag"]["cases"]) {
    nlohmann::ordered_json measures;
    if (has_gbps(row)) {
      measures["throughput"] = {{"value", row["gbps"].get<double>() * 1e9}};  // per second
      if (row["gbps_low"].is_number() && row["gbps_high"].is_number()) {
        measures["throughput"]["lower_value"] = row["gbps_low"].get<double>() * 1e9;
        measures["throughput"]["upper_value"] = row["gbps_high"].get<double>() * 1e9;
      }
    }
    if (row["status"] == "ok" && row["counts"].is_object())
      for (const auto& [key, value] : row["counts"].items()) {
        std::string slug = key;  // Bencher's slugs have hyphens
        std::ranges::replace(slug, '_', '-');
        measures[slug] = {{"value", value}};
      }
    if (!measures.empty()) all[row["name"].get<std::string>()] = std::move(measures);
  }
  return json_text(all);
}

}  // namespace codag::harness
