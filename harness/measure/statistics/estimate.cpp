#include "harness/measure/statistics/estimate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

namespace codag::harness {

double two_sided_normal_point(double probability) {
  double low = 0, high = 40;
  for (int i = 0; i < 100; ++i) {
    const double middle = (low + high) / 2;
    (std::erfc(middle / std::numbers::sqrt2) > probability ? low : high) = middle;
  }
  return high;
}

estimate median_estimate(std::span<const double> samples) {
  if (samples.empty()) throw std::invalid_argument("there is no sample");
  for (const double v : samples)
    if (!(v > 0) || !std::isfinite(v))
      throw std::invalid_argument("a sample is not positive and finite");
  const auto i = median_interval(samples);
  if (!i) return {median_of(samples), std::numeric_limits<double>::infinity()};
  const double reach = std::max(std::log(i->high / i->median), std::log(i->median / i->low));
  return {i->median, std::pow(reach / two_sided_normal_point(0.05), 2)};
}

interval ratio_interval(const estimate& now, const estimate& base) {
  const double ratio = now.value / base.value;
  const double reach =
      std::exp(two_sided_normal_point(0.05) * std::sqrt(now.log_variance + base.log_variance));
  return {ratio, ratio / reach, ratio * reach};
}

}  // namespace codag::harness
