// Google Benchmark's JSON (google/benchmark, docs/user_guide.md, "Output Formats"). A report
// contains it.
#include "harness/export/formats.hpp"
#include "harness/export/rows.hpp"
#include "harness/support/json_text.hpp"

namespace codag::harness {
namespace {

/// The readers leave out the times of a benchmark with an error.
void mark_disturbed(nlohmann::json& benchmarks, const nlohmann::json& row) {
  const std::string name = row["name"];
  for (nlohmann::json& one : benchmarks) {
    const std::string its = one.value("name", std::string());
    if (its == name || its.starts_with(name + "/"))
      one.update(
          {{"error_occurred", true}, {"error_message", "disturbed: " + what_disturbed(row)}});
  }
}

}  // namespace

std::string to_googlebench(const std::vector<nlohmann::json>& reports) {
  const nlohmann::json& report = reports.front();
  nlohmann::json benchmarks = report["benchmarks"];
  for (const nlohmann::json& row : report["codag"]["cases"])
    if (is_disturbed(row)) mark_disturbed(benchmarks, row);
  return json_text(nlohmann::ordered_json{{"context", report["context"]},
                                          {"benchmarks", std::move(benchmarks)}});
}

}  // namespace codag::harness
