// The report of a run, which is written case by case. docs/report.md describes its keys, and
// results/report.schema.json is its schema.
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "harness/config/config.hpp"
#include "harness/report/case_result.hpp"
#include "harness/report/report_file.hpp"

namespace codag::harness {

/// The cases that a run is to measure.
struct planned_cases {
  std::vector<std::string> names;  ///< in the plan's order, which is the order of the report's rows
  std::string filter;              ///< the --filter that chose them; empty: none
  std::string one_case;            ///< the --case that chose it; empty: none
  nlohmann::json left_out;         ///< the identity_json() of the config's other cases
};

/// The earlier reports whose rows replace measuring the same cases again.
struct earlier_reports {
  /// The report that the run continues (--resume); null: none.
  const nlohmann::json* resumed = nullptr;
  std::filesystem::path reused;  ///< another report (--reuse); empty: none
};

/// Writes a report case by case, so that a run that is killed leaves a report of the finished
/// cases.
class report_writer {
 public:
  /// Begins a report and writes nothing yet. Takes over the finished cases of the earlier reports
  /// and their benchmark rows unchanged, except for the values that relate to other cases.
  ///
  /// A resumed report keeps its provenance, to which this run is added. Throws datasets::bad_input,
  /// naming the key, if anything that decides what is measured or where differs (check_same_run).
  /// A reused report is named in the provenance. Throws datasets::bad_input if it cannot be read or
  /// was measured in another way (check_measured_alike).
  report_writer(std::filesystem::path file, const config& config, backend kernels_on,
                nlohmann::json provenance, const planned_cases& planned = {},
                const earlier_reports& earlier = {});

  /// Whether a case with this name was taken over.
  [[nodiscard]] bool has(const std::string& case_name) const {
    return taken_over_.contains(case_name);
  }

  /// Adds a case. Throws std::logic_error, and adds nothing, if a number of the case is NaN or
  /// infinite, which JSON cannot represent.
  void add(const case_result& result);
  /// The same for the rows of case_json() and benchmark_rows(), with families counted from 0.
  void add(nlohmann::json row, std::vector<nlohmann::json> benchmarks);
  /// Writes the report, with its rows in the plan's order.
  void save();
  /// Writes the report if ten times as long as the last write took has passed since then. A report
  /// is always written whole, so writing it after each of many short cases would take longer than
  /// the cases. A process that is killed loses at most the cases of the time in which ten reports
  /// are written.
  void save_if_due();
  /// Reads the file again, after another process has added to it.
  void reread();
  /// Marks the report complete and judges the claims and the targets.
  void finish();

  [[nodiscard]] const nlohmann::json& report() const { return report_; }

 private:
  void resume(const nlohmann::json& earlier, const std::vector<std::string>& planned);
  void reuse(const std::filesystem::path& earlier);
  void take_over(const nlohmann::json& earlier);
  void put_in_order();

  std::filesystem::path file_;
  std::string baseline_;
  std::vector<claim> claims_, targets_;
  std::map<std::string, std::size_t> place_in_plan_;
  std::set<std::string> taken_over_;  // the names of cases
  std::size_t next_family_ = 0;
  nlohmann::json report_;
  std::chrono::steady_clock::time_point saved_at_;
  std::chrono::steady_clock::duration saving_took_{};
};

}  // namespace codag::harness
