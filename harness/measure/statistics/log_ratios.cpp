#include "harness/measure/statistics/log_ratios.hpp"

#include <cmath>
#include <stdexcept>

#include "harness/measure/statistics/drift.hpp"

namespace codag::harness {

interval mean_ratio_interval(std::span<const double> log_ratios, double confidence) {
  if (log_ratios.size() < 6) throw std::invalid_argument("an interval needs at least 6 ratios");
  const auto n = static_cast<double>(log_ratios.size());
  double mean = 0, variance = 0;
  for (const double r : log_ratios) {
    if (!std::isfinite(r)) throw std::invalid_argument("a ratio is not positive and finite");
    mean += r / n;
  }
  for (const double r : log_ratios) variance += (r - mean) * (r - mean) / (n - 1);
  const double point =
      student_t_point((1 + confidence) / 2, static_cast<unsigned>(log_ratios.size() - 1));
  const double reach = point * std::sqrt(variance / n);
  return {std::exp(mean), std::exp(mean - reach), std::exp(mean + reach)};
}

}  // namespace codag::harness
