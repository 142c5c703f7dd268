// A user's copy of one of the paper's columns, judged by the paper's numbers.
#pragma once

#include <cstdint>

#include "datasets/manifest.hpp"

namespace codag::datasets {

/// How far a copy's number may be from the paper's, as a share of the paper's. A ratio depends on
/// the encoder, so it has more room than a size.
inline constexpr double copy_size_tolerance = 0.05, copy_statistic_tolerance = 0.1;

enum class copy_result {
  agrees,
  differs,
  not_judged,  ///< the paper's number is doubtful, or this build cannot measure the copy's
};

/// The number of values in the paper's column: Table IV's size over the bytes per value.
double paper_values(const manifest_entry& column);

/// Whether a copy of `values` values is as long as the paper's column.
copy_result judge_size(const manifest_entry& column, std::uint64_t values);

/// Whether a copy with these statistics has the paper's number.
copy_result judge_statistic(const manifest_entry& column, const column_statistics& copy,
                            double column_statistics::*which);

}  // namespace codag::datasets
