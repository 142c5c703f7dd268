// The calibration file: how far runs of one program differ on one machine, per case.
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace codag::harness {

/// The drift of each case: the most by which two runs of the same program are likely to differ,
/// relative to each other (drift_between_runs).
class calibration {
 public:
  /// The calibration from several reports of the same config, at least three, all by the same
  /// program on the same machine. Cases that did not end well in each of them, or were disturbed,
  /// are left out. `command_line` is the command that made the calibration; the reports' own ones
  /// name temporary files. Throws datasets::bad_input if the values of a dataset are not the same
  /// in all.
  static calibration of_reports(const std::vector<nlohmann::json>& reports,
                                const std::string& command_line);
  /// Reads a file that `codag calibrate` wrote. Throws datasets::bad_input that names the file and
  /// the place.
  static calibration read(const std::filesystem::path& file);

  /// The file's content.
  [[nodiscard]] const nlohmann::json& content() const { return content_; }
  /// The drift of the case; null if it was not calibrated.
  [[nodiscard]] const double* drift(const std::string& case_name) const;
  [[nodiscard]] std::size_t runs() const;
  /// Throws datasets::bad_input, naming `file`, if its runs were on another model of GPU than a
  /// report ("codag"), or of another size: its drifts then say nothing about the report.
  void check_applies(const nlohmann::json& report, const std::string& file) const;
  /// What else its runs had that a report has not, a line each: the experiment, its settings, the
  /// driver. Drifts may depend on them.
  [[nodiscard]] std::vector<std::string> differences_from(const nlohmann::json& report) const;

 private:
  nlohmann::json content_;
  std::map<std::string, double> drifts_;
};

}  // namespace codag::harness
