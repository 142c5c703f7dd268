// Testing a paper's numbers against the rows of a report.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "harness/config/claim.hpp"

namespace codag::harness {

/// Judges a claim by the rows of a report's "cases". A left and a right row form a pair if they
/// agree in every identifying key that neither filter names. The verdict is
///
///   reproduced, not_reproduced   every pair has its two values, and `expected` holds or does not
///   not_testable                 a row is missing, ambiguous or not ok, or its value is null:
///                                "reason" says which, and "measured" is null
///
/// The result has the keys name, source, says, expected, verdict, measured, pairs (for a statistic
/// that uses only left rows, their number) and reason.
nlohmann::json judge(const claim& claim, const nlohmann::json& rows);

/// The results of all claims, in order.
nlohmann::json judge_all(const std::vector<claim>& claims, const nlohmann::json& rows);

}  // namespace codag::harness
