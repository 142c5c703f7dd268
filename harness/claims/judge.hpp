// Testing a paper's numbers against the rows of a report.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "harness/config/claim.hpp"

namespace codag::harness {

/// Judges a claim by the rows of a report's "cases". A left and a right row form a pair if they
/// agree in every identifying key that neither filter names. The verdict is
///
///   reproduced, not_reproduced   every pair has its two values, and `expected` holds or does not
///   other_hardware               the same, but the claim names another GPU than `gpu`, that of the
///                                rows, and the number is an absolute throughput, time or energy.
///                                A ratio is always judged
///   not_testable                 a row is missing, ambiguous or not ok, or its value is null:
///                                "reason" says which, and "measured" is null
///
/// The result has the keys name, source, says, hardware, expected, verdict, measured, pairs (for a
/// statistic that uses only left rows, their number) and reason.
nlohmann::json judge(const claim& claim, const nlohmann::json& rows, const std::string& gpu = "");

/// The results of all claims, in order.
nlohmann::json judge_all(const std::vector<claim>& claims, const nlohmann::json& rows,
                         const std::string& gpu = "");

/// The least and the greatest of the numbers that a claim's statistic sums up: one per pair, or one
/// per left row.
struct claim_spread {
  double low = 0, high = 0;
};

/// The spread of a claim's numbers; null if the claim is not testable.
std::optional<claim_spread> spread_of(const claim& claim, const nlohmann::json& rows);

}  // namespace codag::harness
