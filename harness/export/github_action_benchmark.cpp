// The input of github-action-benchmark for its tool "customBiggerIsBetter"
// (benchmark-action/github-action-benchmark, README, "Custom benchmarks").
#include "harness/export/formats.hpp"
#include "harness/export/rows.hpp"
#include "harness/support/digits.hpp"
#include "harness/support/json_text.hpp"

namespace codag::harness {

std::string to_github_action_benchmark(const std::vector<nlohmann::json>& reports) {
  const nlohmann::json& report = reports.front();
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const nlohmann::json& row : report["codag"]["cases"]) {
    if (!has_gbps(row)) continue;
    nlohmann::ordered_json one = {{"name", row["name"]}, {"unit", "GB/s"}, {"value", row["gbps"]}};
    if (row["gbps_low"].is_number() && row["gbps_high"].is_number()) {
      const double high = row["gbps_high"], low = row["gbps_low"];
      one["range"] = "± " + digits((high - low) / 2, 3);
    }
    one["extra"] = "GPU: " + gpu_of(report);
    all.push_back(std::move(one));
  }
  return json_text(all);
}

}  // namespace codag::harness
