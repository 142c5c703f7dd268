// The interval of a ratio that was measured several times.
#pragma once

#include <cstddef>
#include <span>

#include "harness/measure/statistics/statistics.hpp"

namespace codag::harness {

/// The geometric mean of ratios, given as their logarithms, and the interval that holds the true
/// one with the probability `confidence` (0.9 to 1 - 2e-7, as student_t_point() has it): Student's
/// t interval of the logarithms' mean. Each ratio has to be an experiment of its own. Exchanging
/// numerators and denominators gives the reciprocals. Throws std::invalid_argument for fewer than 6
/// ratios, and for one that is not finite.
interval mean_ratio_interval(std::span<const double> log_ratios, double confidence);

/// The same of ratios that were measured in two stages. How many there are was decided by the
/// variance of the first `first` (ratios_for), and by nothing else. The interval has that variance,
/// its degrees of freedom, and the mean of all, so that it holds as often as that of one stage
/// (Stein, "A Two-Sample Test for a Linear Hypothesis Whose Power is Independent of the Variance",
/// 1945). If the interval that all ratios give as one stage reaches further, because they vary more
/// later, it has that reach.
interval mean_ratio_interval(std::span<const double> log_ratios, std::size_t first,
                             double confidence);

/// How many ratios there have to be in all so that the interval reaches no further than `reach`
/// from their mean, in logarithms; no fewer than the first stage has. Throws as above.
double ratios_for(std::span<const double> first_stage, double confidence, double reach);

}  // namespace codag::harness
