// Reports in the formats of other tools.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace codag::harness {

/// A format: how its name is typed, what reads it, and the function that writes reports in it.
struct export_format {
  std::string name;      ///< "csv"
  std::string read_by;   ///< "spreadsheets and data frames"
  bool several = false;  ///< whether it takes more than one report
  /// The text for reports as read_report() gives them, at least one.
  std::string (*write)(const std::vector<nlohmann::json>& reports) = nullptr;
};

/// All formats. docs/exporting.md describes them.
const std::vector<export_format>& export_formats();

// Each is in a file of its own, which names the format's specification.
std::string to_googlebench(const std::vector<nlohmann::json>& reports);
std::string to_bencher(const std::vector<nlohmann::json>& reports);
std::string to_github_action_benchmark(const std::vector<nlohmann::json>& reports);
std::string to_csv(const std::vector<nlohmann::json>& reports);
std::string to_markdown(const std::vector<nlohmann::json>& reports);
std::string to_otava(const std::vector<nlohmann::json>& reports);
std::string to_openmetrics(const std::vector<nlohmann::json>& reports);
std::string to_junit(const std::vector<nlohmann::json>& reports);

}  // namespace codag::harness
