#include "harness/measure/statistics/estimate.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <vector>

namespace codag::harness {
namespace {

/// The probability that the k-th smallest and the k-th largest of n samples do not enclose the
/// median: 2 P(Binomial(n, 1/2) < k).
double miss_probability(std::size_t n, std::size_t k) {
  double log_term = -static_cast<double>(n) * std::numbers::ln2;  // of C(n, 0) / 2^n
  double below = 0;
  for (std::size_t i = 0; i < k; ++i) {
    below += std::exp(log_term);
    log_term += std::log(static_cast<double>(n - i)) - std::log(static_cast<double>(i + 1));
  }
  return 2 * below;
}

}  // namespace

double two_sided_normal_point(double probability) {
  double low = 0, high = 40;
  for (int i = 0; i < 100; ++i) {
    const double middle = (low + high) / 2;
    (std::erfc(middle / std::numbers::sqrt2) > probability ? low : high) = middle;
  }
  return high;
}

estimate median_estimate(std::span<const double> samples) {
  const std::size_t n = samples.size();
  if (n < 2) throw std::invalid_argument("a median's variance needs at least 2 samples");
  std::vector<double> sorted(samples.begin(), samples.end());
  for (const double v : sorted)
    if (!(v > 0) || !std::isfinite(v))
      throw std::invalid_argument("a sample is not positive and finite");
  std::ranges::sort(sorted);
  const auto count = static_cast<double>(n);
  const double rank = std::round((count + 1) / 2 - std::sqrt(count));
  const auto k = static_cast<std::size_t>(std::max(rank, 1.0));
  const double width = std::log(sorted[n - k]) - std::log(sorted[k - 1]);
  const double standard_error = width / (2 * two_sided_normal_point(miss_probability(n, k)));
  return {(sorted[(n - 1) / 2] + sorted[n / 2]) / 2, standard_error * standard_error};
}

interval ratio_interval(const estimate& now, const estimate& base) {
  constexpr double point = 1.959964;  // of the normal distribution, for 95 %
  const double ratio = now.value / base.value;
  const double reach = std::exp(point * std::sqrt(now.log_variance + base.log_variance));
  return {ratio, ratio / reach, ratio * reach};
}

}  // namespace codag::harness
