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

/// The median of positive samples. The variance of its logarithm is the one of a normal
/// distribution whose 95 % interval reaches as far as the farther end of median_interval(), so no
/// distribution is assumed. (The variance of Price and Bonett, "Distribution-free confidence
/// intervals for difference and ratio of medians", 2002, takes a smooth density at the median: of
/// times with two peaks, intervals of 95 % then hold the ratio in 52 to 90 % of the cases.) It is
/// infinite for fewer than least_samples_of_interval. Throws std::invalid_argument if there is no
/// sample, and for one that is not positive and finite.
estimate median_estimate(std::span<const double> samples);

/// The point that a standard normal variable exceeds in size with this probability (0 to 1).
double two_sided_normal_point(double probability);

/// now / base with its 95 % interval, which is symmetric in the logarithm: exchanging the two gives
/// the reciprocals. It reaches from 0 to infinity if a variance is infinite. `base.value` must not
/// be 0.
interval ratio_interval(const estimate& now, const estimate& base);

}  // namespace codag::harness
