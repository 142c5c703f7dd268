// The report that a run writes, case by case. Keys: docs/report.md; schema:
// results/report.schema.json.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "harness/config/config.hpp"
#include "harness/plan/case.hpp"
#include "harness/report/report_file.hpp"

namespace codag::harness {

/// Writes a report case by case: a run that is killed leaves the report of the cases that had
/// finished.
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
  /// Takes over what another process has added to the file.
  void reread();
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

}  // namespace codag::harness
