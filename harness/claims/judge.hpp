// Testing a paper's numbers against the rows of a report.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "harness/config/claim.hpp"

namespace codag::harness {

/// The rows of some reports ("codag"), each with the key "gpu", the name of the report's GPU (null
/// without one), by which a claim tells the rows of two GPUs apart. What the reports' runs left out
/// of their configs, and none of them has, has a row that is not ok.
nlohmann::json rows_with_gpu(const std::vector<const nlohmann::json*>& reports);

/// Judges a claim by rows_with_gpu() of one or several reports. A left and a right row form a pair
/// if they agree in every identifying key that neither filter names. The number that the claim is
/// about has a 95 % interval (docs/report.md), and the verdict is
///
///   reproduced       the whole interval is within what is expected
///   direction_only   the same, and the claim is about no more than the sign of an effect
///   undecided        the interval is partly within it, or a row has too few samples for one
///   not_reproduced   the whole interval is outside of it
///   other_baseline   what the paper compares with is not what ran here
///   other_hardware   the claim names another GPU than that of a row, and the number is an absolute
///                    throughput, time or energy. A ratio is always judged
///   not_testable     a row is missing, ambiguous or not ok, or its value is null: "measured" is
///   null
///
/// The result has the keys name, source, says, hardware, baseline, expected, verdict, measured, low
/// and high (null without an interval), pairs (for a statistic that uses only left rows, their
/// number) and reason: why there is no verdict on the number, or why it is undecided.
/// With `why_not`, no claim is testable, for that reason.
nlohmann::json judge(const claim& claim, const nlohmann::json& rows,
                     const std::string& why_not = {});

/// The results of all claims, in order.
nlohmann::json judge_all(const std::vector<claim>& claims, const nlohmann::json& rows,
                         const std::string& why_not = {});

/// The same for targets. The verdict is `met` if a claim would be reproduced, `missed` if the
/// interval is not wholly within what is expected, and otherwise other_hardware or not_testable.
nlohmann::json judge_targets(const std::vector<claim>& targets, const nlohmann::json& rows,
                             const std::string& why_not = {});

/// The least and the greatest of the numbers that a claim's statistic sums up: one per pair, or one
/// per left row.
struct claim_spread {
  double low = 0, high = 0;
};

/// The spread of a claim's numbers; null if the claim is not testable.
std::optional<claim_spread> spread_of(const claim& claim, const nlohmann::json& rows);

}  // namespace codag::harness
