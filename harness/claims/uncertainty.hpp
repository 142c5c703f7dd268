// How certain the numbers of a report's rows are, as far as the report says it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace codag::harness {

/// The variance of the logarithm of the number at a place of a row ("/gbps"):
///
///   of times             that of the median of the samples behind it; of a share of such numbers,
///                        the sum of both. What another row adds (/roof_share,
///                        /speedup_over_baseline) is taken to be as uncertain as the row's own
///                        samples
///   of one measurement   stalls, metrics and energy have no samples: `of_one_measurement`
///   of anything else     0: sizes and counts are exact
///
/// Null if there are fewer than least_samples_of_interval samples behind the number, or it is no
/// median.
std::optional<double> log_variance_of(const nlohmann::json& row, const std::string& place);

/// The variance for a number that repeats within 5 % in 95 of 100 measurements, which is assumed
/// where nothing was measured twice.
double of_one_measurement();

}  // namespace codag::harness
