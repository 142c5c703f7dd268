#include "harness/export/formats.hpp"

#include <nlohmann/json.hpp>

namespace codag::harness {

const std::vector<export_format>& export_formats() {
  static const std::vector<export_format> all = {
      {"googlebench", "Google Benchmark's compare.py and other readers of its JSON", false,
       to_googlebench},
      {"bencher", "Bencher (Bencher Metric Format)", false, to_bencher},
      {"github-action-benchmark", "github-action-benchmark (customBiggerIsBetter)", false,
       to_github_action_benchmark},
      {"csv", "spreadsheets and data frames", true, to_csv},
      {"markdown", "people", false, to_markdown},
      {"otava", "Apache Otava, which finds changes in a series of runs", true, to_otava},
      {"openmetrics", "Prometheus and other readers of OpenMetrics text", false, to_openmetrics},
      {"junit", "CI systems that show JUnit's XML", false, to_junit}};
  return all;
}

}  // namespace codag::harness
