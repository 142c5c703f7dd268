// Google Benchmark's JSON (google/benchmark, docs/user_guide.md, "Output Formats"). A report
// contains it.
#include <map>
#include <string>

#include "harness/export/formats.hpp"
#include "harness/export/rows.hpp"
#include "harness/report/earlier_run.hpp"
#include "harness/support/json_text.hpp"

namespace codag::harness {
namespace {

/// The readers leave out the times of a benchmark with an error.
void mark_disturbed(nlohmann::json& benchmarks, const nlohmann::json& cases) {
  std::map<std::string, std::string> disturbed;  // a case's name -> by what
  for (const nlohmann::json& row : cases)
    if (is_disturbed(row)) disturbed.emplace(row["name"], what_disturbed(row));
  for (nlohmann::json& one : benchmarks)
    if (const auto at = disturbed.find(case_of_benchmark(one["name"])); at != disturbed.end())
      one.update({{"error_occurred", true}, {"error_message", "disturbed: " + at->second}});
}

}  // namespace

std::string to_googlebench(const std::vector<nlohmann::json>& reports) {
  const nlohmann::json& report = reports.front();
  nlohmann::json benchmarks = report["benchmarks"];
  mark_disturbed(benchmarks, report["codag"]["cases"]);
  return json_text(nlohmann::ordered_json{{"context", report["context"]},
                                          {"benchmarks", std::move(benchmarks)}});
}

}  // namespace codag::harness
