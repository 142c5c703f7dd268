// The reports that `codag compare` compares with each other.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace codag::harness {

/// A report and the one that it is compared with.
struct report_pair {
  std::string base, now;       ///< the files
  nlohmann::json base_report;  ///< the object "codag"
  nlohmann::json now_report;   ///< the same; without cases if the report has vanished
  bool vanished = false;       ///< BASE, a folder, has the report, and NEW has not
};

/// The pairs of BASE with each NEW. Of folders, the reports with the same file name are pairs;
/// other JSON files in BASE, and reports that only NEW has, are left out, and stderr says which.
/// With a filter (a regular expression; empty: none), the reports have only the cases whose names
/// match, and pairs without any are left out. Throws datasets::bad_input if a report cannot be
/// read, if only one of BASE and NEW is a folder, or if nothing is left.
std::vector<report_pair> report_pairs(const std::string& base, const std::vector<std::string>& now,
                                      const std::string& filter);

}  // namespace codag::harness
