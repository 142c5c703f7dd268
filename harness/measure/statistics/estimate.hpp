// Medians whose uncertainty is known, and their quotients.
#pragma once

#include <span>

#include "harness/measure/statistics/statistics.hpp"

namespace codag::harness {

/// A positive value and the variance of its logarithm.
struct estimate {
  double value = 0;
  double log_variance = 0;  ///< 0 for a value without noise

  /// amount / value: a rate for the estimate of a time.
  [[nodiscard]] estimate rate(double amount) const { return {amount / value, log_variance}; }
};

/// The median of positive samples. The variance of its logarithm comes from two order statistics,
/// so no distribution is assumed: half the distance of their logarithms is z standard errors, where
/// z belongs to the probability that the two enclose the median (Price and Bonett,
/// "Distribution-free confidence intervals for difference and ratio of medians", Journal of
/// Statistical Computation and Simulation 72, 2002). Throws std::invalid_argument for fewer than 2
/// samples, and for one that is not positive and finite.
estimate median_estimate(std::span<const double> samples);

/// The point that a standard normal variable exceeds in size with this probability (0 to 1).
double two_sided_normal_point(double probability);

/// now / base with its 95 % interval, which is symmetric in the logarithm: exchanging the two gives
/// the reciprocals. `base.value` must not be 0.
interval ratio_interval(const estimate& now, const estimate& base);

}  // namespace codag::harness
