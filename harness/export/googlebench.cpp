// Google Benchmark's JSON (google/benchmark, docs/user_guide.md, "Output Formats"). A report
// contains it.
#include <algorithm>

#include "harness/export/formats.hpp"
#include "harness/export/rows.hpp"
#include "harness/support/json_text.hpp"

namespace codag::harness {
namespace {

/// The case that a benchmark is of: its name, or the longest one before "/cold" or the like, since
/// a case with damaged chunks has another one's name at its beginning.
const nlohmann::json* case_of(const nlohmann::json& cases, const std::string& benchmark) {
  const nlohmann::json* found = nullptr;
  std::size_t longest = 0;
  for (const nlohmann::json& row : cases) {
    const auto& name = row["name"].get_ref<const std::string&>();
    const bool begins = benchmark == name || benchmark.starts_with(name + "/");
    if (begins && name.size() > longest) {
      found = &row;
      longest = name.size();
    }
  }
  return found;
}

/// The readers leave out the times of a benchmark with an error.
void mark_disturbed(nlohmann::json& benchmarks, const nlohmann::json& cases) {
  if (std::ranges::none_of(cases, is_disturbed)) return;
  for (nlohmann::json& one : benchmarks) {
    const nlohmann::json* const row = case_of(cases, one.value("name", std::string()));
    if (row != nullptr && is_disturbed(*row))
      one.update(
          {{"error_occurred", true}, {"error_message", "disturbed: " + what_disturbed(*row)}});
  }
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
