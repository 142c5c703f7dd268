// The report of a run, which is written case by case. docs/report.md describes its keys, and
// results/report.schema.json is its schema.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/config/config.hpp"
#include "harness/report/case_result.hpp"
#include "harness/report/report_file.hpp"

namespace codag::harness {

/// An earlier report whose rows replace measuring the same cases again.
struct reused_report {
  std::filesystem::path from;
  std::vector<std::string> cases;  ///< the cases to take over, in the desired order
};

/// Writes a report case by case, so that a run that is killed leaves a report of the finished
/// cases.
class report_writer {
 public:
  /// Creates the file's folder and writes the first, empty report; throws datasets::bad_input if it
  /// cannot be written. With `earlier`, takes over the finished cases of that report and their
  /// benchmark rows unchanged, except for the values that relate to other cases; throws
  /// datasets::bad_input, without changing the file, if config, size, seed, backend, source
  /// revision or GPU differ.
  ///
  /// With `reused`, takes over those cases of that report and records this in the provenance;
  /// throws datasets::bad_input if the file is not a report or was not measured in the same way
  /// (check_measured_alike).
  report_writer(std::filesystem::path file, const config& config, backend kernels_on,
                nlohmann::json provenance, const nlohmann::json* earlier = nullptr,
                const reused_report* reused = nullptr);

  /// Whether a case with this name was taken over.
  [[nodiscard]] bool has(const std::string& case_name) const;

  /// Adds a case and writes the report. Throws std::logic_error, and adds nothing, if a number of
  /// the case is NaN or infinite, which JSON cannot represent.
  void add(const case_result& result);
  /// Reads the file again, after another process has added to it.
  void reread();
  /// Marks the report complete and judges the claims.
  void finish();

  [[nodiscard]] const nlohmann::json& report() const { return report_; }

 private:
  void take_over(const nlohmann::json& earlier, const std::vector<std::string>& names);
  void reuse(const reused_report& reused);
  void write();

  std::filesystem::path file_;
  std::string baseline_;
  std::vector<claim> claims_;
  std::size_t next_family_ = 0;
  nlohmann::json report_;
};

}  // namespace codag::harness
