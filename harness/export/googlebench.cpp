// Google Benchmark's JSON (google/benchmark, docs/user_guide.md, "Output Formats"). A report
// contains it.
#include "harness/export/formats.hpp"
#include "harness/export/rows.hpp"
#include "harness/support/json_text.hpp"

namespace codag::harness {

std::string to_googlebench(const std::vector<nlohmann::json>& reports) {
  const nlohmann::json& report = reports.front();
  return json_text(
      nlohmann::ordered_json{{"context", report["context"]}, {"benchmarks", report["benchmarks"]}});
}

}  // namespace codag::harness
