// Which rows of two reports are about the same case.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace codag::harness {

/// A case of one report or of both.
struct case_pair {
  std::string name;       ///< in the new report, or in the base if only that has it
  std::string base_name;  ///< in the base; differs from `name` if the case was renamed
  const nlohmann::json* base = nullptr;  ///< the rows; null if the report lacks the case
  const nlohmann::json* now = nullptr;
  /// Why the two values say nothing about each other; empty if they can be compared.
  std::string why_not;
  bool missing = false;  ///< the base has a result, and nothing of the new report to compare with
  /// The new bytes failed verification, and the base's did not, or the base lacks the case; or the
  /// case ended well in the base, and in an error now.
  bool wrong = false;
  /// The two have the same column, compressed to another size: why_not says so, and only the ratio
  /// says something.
  bool other_size = false;
};

/// Pairs the rows of two reports ("codag") by the cases' names. A case of only one report is paired
/// with the one of the other that has the same work, parts and parameters, if there is exactly one:
/// its variant was renamed. Rows that did not end well, ran on another backend, or worked on other
/// bytes are not comparable. The pairs are in the order of the new report, and then of the base.
/// They refer to the reports.
std::vector<case_pair> pair_cases(const nlohmann::json& base, const nlohmann::json& now);

}  // namespace codag::harness
