// Medians with intervals, and geometric means.
#pragma once

#include <span>

namespace codag::harness {

/// A median and an interval that holds the true median with at least 95 % probability.
struct interval {
  double median = 0, low = 0, high = 0;
  /// Half the interval's width over the median; 0 for a median of 0.
  [[nodiscard]] double relative_half_width() const {
    return median > 0 ? (high - low) / (2 * median) : 0;
  }
};

/// From order statistics, whatever the samples' distribution: the ranks are the 2.5 % and 97.5 %
/// points of the binomial (n, 1/2) (Conover, Practical Nonparametric Statistics, section 3.2).
/// Below 6 samples no pair of ranks reaches 95 %, and the interval is all of them. Of no samples:
/// zeros. Throws std::invalid_argument for a sample that is negative or not finite.
interval median_interval(std::span<const double> samples);

/// The geometric mean; 0 of none, or if one is 0. Throws std::invalid_argument for a value that is
/// negative or not finite.
double geometric_mean(std::span<const double> values);

}  // namespace codag::harness
