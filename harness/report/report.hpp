// The report: one JSON file, whole at any time. Keys: docs/report.md; schema:
// results/report.schema.json.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "harness/config/config.hpp"
#include "harness/plan/case.hpp"

namespace codag::harness {

/// Raised when a key changes its meaning or goes; a new key does not raise it.
inline constexpr int report_schema_version = 1;

/// Writes a report case by case. Each write replaces the file at once (a temporary beside it,
/// fsync, rename): a run that is killed leaves the report of the cases that had finished.
class report_writer {
 public:
  /// Writes the first, empty report; throws datasets::bad_input if the file cannot be written.
  /// With `earlier`, takes over the finished (ok) cases of that report of the same experiment
  /// unchanged; throws datasets::bad_input if config, size, backend, source revision or GPU differ.
  report_writer(std::filesystem::path file, const config& config, const std::string& backend,
                nlohmann::json provenance, const nlohmann::json* earlier = nullptr);

  /// Whether a case of that name was taken over.
  [[nodiscard]] bool has(const std::string& case_name) const;

  void add(const case_result& result);
  /// Marks the report complete.
  void finish();

  [[nodiscard]] const nlohmann::json& report() const { return report_; }

 private:
  void take_over(const nlohmann::json& earlier);
  void write();

  std::filesystem::path file_;
  std::string baseline_;
  nlohmann::json report_;
};

/// Reads a report. Throws datasets::bad_input if it is none, or of another schema version.
nlohmann::json read_report(const std::filesystem::path& file);

}  // namespace codag::harness
