// Medians with confidence intervals, and geometric means.
#pragma once

#include <span>

namespace codag::harness {

/// A median and an interval that holds the true median with at least 95 % probability.
struct interval {
  double median = 0, low = 0, high = 0;
  /// Half the interval's width divided by the median; 0 for a median of 0.
  [[nodiscard]] double relative_half_width() const {
    return median > 0 ? (high - low) / (2 * median) : 0;
  }
};

/// The median and its interval from order statistics, valid for any distribution: the ranks are the
/// 2.5 % and 97.5 % points of the binomial distribution (n, 1/2) (Conover, Practical Nonparametric
/// Statistics, section 3.2). With fewer than 6 samples no pair of ranks reaches 95 %, and the
/// interval is the range of the samples. All values are 0 if there are no samples. Throws
/// std::invalid_argument for a sample that is negative or not finite.
interval median_interval(std::span<const double> samples);

/// The geometric mean; 0 if there are no values or if one of them is 0. Throws
/// std::invalid_argument for a value that is negative or not finite.
double geometric_mean(std::span<const double> values);

}  // namespace codag::harness
