// The report that a run writes, case by case. Keys: docs/report.md; schema:
// results/report.schema.json.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/config/config.hpp"
#include "harness/report/case_result.hpp"
#include "harness/report/report_file.hpp"

namespace codag::harness {

/// A report whose rows stand for cases measured alike.
struct reused_report {
  std::filesystem::path from;
  std::vector<std::string> cases;  ///< those that are wanted, in the order they are to have
};

/// Writes a report case by case: a run that is killed leaves the report of the cases that had
/// finished.
class report_writer {
 public:
  /// Creates the file's folder and writes the first, empty report; throws datasets::bad_input if
  /// it cannot be written. With `earlier`, takes over the finished cases of that report and their
  /// benchmark rows unchanged, but for what is related to other cases; throws datasets::bad_input,
  /// and leaves the file alone, if config, size, seed, backend, source revision or GPU differ.
  ///
  /// With `reused`, takes over those cases of that report, and says so in the provenance; throws
  /// datasets::bad_input if it was not measured alike (check_measured_alike), or is no report.
  report_writer(std::filesystem::path file, const config& config, backend kernels_on,
                nlohmann::json provenance, const nlohmann::json* earlier = nullptr,
                const reused_report* reused = nullptr);

  /// Whether a case of that name was taken over.
  [[nodiscard]] bool has(const std::string& case_name) const;

  /// Adds a case and writes the report. Throws std::logic_error, and adds nothing, if a number of
  /// the case is NaN or infinite: they are no JSON.
  void add(const case_result& result);
  /// Takes over what another process has added to the file.
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
