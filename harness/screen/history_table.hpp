// A measure of each case over many reports, for people.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "harness/compare/measure.hpp"
#include "harness/screen/text_table.hpp"

namespace codag::harness {

/// A report and the name of its file.
struct named_report {
  std::string file;
  const nlohmann::json* report = nullptr;
};

/// When the report's run began.
std::string time_of(const named_report& one);

/// A point of a case's series.
struct history_point {
  std::string time, revision, gpu, file;
  std::string sha256;  ///< of the dataset's values; empty if the case has none
  double value = 0;
  /// Relative to the point before: 0.02 for 2 % more. Unset if that is of other values.
  std::optional<double> change;
};

/// The series of one case.
struct case_history {
  std::string name;
  std::vector<history_point> points;
};

/// The series of all cases that have the measure in some report, in the order of their first
/// appearance. The points are in the order of the runs' times.
std::vector<case_history> history_of(std::vector<named_report> reports, const measure& measure);

/// A table per case: a line per run, with the change from the run before.
std::string history_text(const std::vector<case_history>& histories, const measure& measure,
                         table_width width);

}  // namespace codag::harness
