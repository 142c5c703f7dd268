#include "harness/measure/statistics/log_ratios.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "harness/measure/statistics/drift.hpp"

namespace codag::harness {

namespace {

double mean_of(std::span<const double> log_ratios) {
  return std::accumulate(log_ratios.begin(), log_ratios.end(), 0.0) /
         static_cast<double>(log_ratios.size());
}

/// Student's factor times the standard deviation: the reach of the interval of one ratio.
double reach_of_one(std::span<const double> first, double confidence) {
  if (first.size() < 6) throw std::invalid_argument("an interval needs at least 6 ratios");
  for (const double r : first)
    if (!std::isfinite(r)) throw std::invalid_argument("a ratio is not positive and finite");
  const auto freedom = static_cast<unsigned>(first.size() - 1);
  const double mean = mean_of(first);
  double variance = 0;
  for (const double r : first) variance += (r - mean) * (r - mean) / freedom;
  return student_t_point((1 + confidence) / 2, freedom) * std::sqrt(variance);
}

}  // namespace

interval mean_ratio_interval(std::span<const double> log_ratios, double confidence) {
  return mean_ratio_interval(log_ratios, log_ratios.size(), confidence);
}

interval mean_ratio_interval(std::span<const double> log_ratios, std::size_t first,
                             double confidence) {
  const double reach = std::max(reach_of_one(log_ratios.first(first), confidence),
                                reach_of_one(log_ratios, confidence)) /
                       std::sqrt(static_cast<double>(log_ratios.size()));
  const double mean = mean_of(log_ratios);
  if (!std::isfinite(mean)) throw std::invalid_argument("a ratio is not positive and finite");
  return {std::exp(mean), std::exp(mean - reach), std::exp(mean + reach)};
}

double ratios_for(std::span<const double> first_stage, double confidence, double reach) {
  const double needed = reach_of_one(first_stage, confidence) / reach;
  return std::max(static_cast<double>(first_stage.size()), std::ceil(needed * needed));
}

}  // namespace codag::harness
