// What a report's rows say of a paper's number.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "harness/config/claim.hpp"

namespace codag::harness {

/// Judges a claim by the rows of a report's "cases". Left and right rows are paired where all that
/// tells rows apart, and that neither filter names, is the same. The verdict is
///
///   reproduced, not_reproduced   every pair has its two values, and `expected` holds or does not
///   not_testable                 a row is missing, ambiguous or not ok, or its value is null:
///                                "reason" says which, and "measured" is null
///
/// under the keys name, source, says, expected, verdict, measured, pairs (rows of a statistic of
/// one side) and reason.
nlohmann::json judge(const claim& claim, const nlohmann::json& rows);

/// The verdicts of all claims, in order.
nlohmann::json judge_all(const std::vector<claim>& claims, const nlohmann::json& rows);

}  // namespace codag::harness
