// The report: one JSON file, whole at any time. Keys: docs/report.md; schema:
// results/report.schema.json.
#pragma once

#include <filesystem>
#include <map>
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
  /// Creates the file's folder and writes the first, empty report; throws datasets::bad_input if
  /// it cannot be written. With `earlier`, takes over the finished cases of that report and their
  /// benchmark rows unchanged, but for what is related to other cases; throws datasets::bad_input,
  /// and leaves the file alone, if config, size, seed, backend, source revision or GPU differ.
  report_writer(std::filesystem::path file, const config& config, const std::string& backend,
                nlohmann::json provenance, const nlohmann::json* earlier = nullptr);

  /// Whether a case of that name was taken over.
  [[nodiscard]] bool has(const std::string& case_name) const;

  /// Adds a case and writes the report. Throws std::logic_error, and adds nothing, if a number of
  /// the case is NaN or infinite: they are no JSON.
  void add(const case_result& result);
  /// Marks the report complete and judges the claims.
  void finish();

  [[nodiscard]] const nlohmann::json& report() const { return report_; }

 private:
  void check_same_run(const nlohmann::json& earlier) const;
  void take_over(const nlohmann::json& earlier);
  void write();

  std::filesystem::path file_;
  std::string baseline_;
  std::vector<claim> claims_;
  std::size_t next_family_ = 0;
  nlohmann::json report_;
};

/// Reads a report. Throws datasets::bad_input, naming the file and the place in it, if it is none,
/// is not whole, or is of another schema version.
nlohmann::json read_report(const std::filesystem::path& file);

/// The cases of a report that need not run again (status "ok"), by name.
std::map<std::string, nlohmann::json> finished_cases(const nlohmann::json& report);

}  // namespace codag::harness
