// The interval of a ratio that was measured several times.
#pragma once

#include <span>

#include "harness/measure/statistics/statistics.hpp"

namespace codag::harness {

/// The geometric mean of ratios, given as their logarithms, and the interval that holds the true
/// one with the probability `confidence` (0.9 to 0.99999): Student's t interval of the logarithms'
/// mean. Each ratio has to be an experiment of its own. Exchanging numerators and denominators
/// gives the reciprocals. Throws std::invalid_argument for fewer than 6 ratios, and for one that is
/// not finite.
interval mean_ratio_interval(std::span<const double> log_ratios, double confidence);

}  // namespace codag::harness
