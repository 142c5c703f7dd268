// Medians with confidence intervals, and geometric means.
#pragma once

#include <cstddef>
#include <optional>
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

/// Fewer samples have no interval: even their range holds the median with less than 95 %
/// probability.
inline constexpr std::size_t least_samples_of_interval = 6;

/// The median and its interval from order statistics, valid for any distribution: the ranks are the
/// 2.5 % and 97.5 % points of the binomial distribution (n, 1/2) (Conover, Practical Nonparametric
/// Statistics, section 3.2). std::nullopt for fewer than least_samples_of_interval. Throws
/// std::invalid_argument for a sample that is negative or not finite.
std::optional<interval> median_interval(std::span<const double> samples);

/// The median; 0 if there are no samples. Throws as median_interval() does.
double median_of(std::span<const double> samples);

/// The smallest sample that a share of `quantile` (above 0, up to 1) does not exceed. There must be
/// a sample. Throws as median_interval() does.
double quantile_of(std::span<const double> samples, double quantile);

/// The geometric mean; 0 if there are no values or if one of them is 0. Throws
/// std::invalid_argument for a value that is negative or not finite.
double geometric_mean(std::span<const double> values);

}  // namespace codag::harness
