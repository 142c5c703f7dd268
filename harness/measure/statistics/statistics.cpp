#include "harness/measure/statistics/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

namespace codag::harness {
namespace {

/// The largest k with P(Binomial(n, 1/2) < k) <= 0.025, or 0 if there is none. The k-th smallest
/// and the k-th largest sample enclose the median with 95 % probability.
std::size_t interval_rank(std::size_t n) {
  double log_term = -static_cast<double>(n) * std::log(2.0);  // of C(n, 0) / 2^n
  double below = 0;
  std::size_t k = 0;
  while (2 * k < n) {
    below += std::exp(log_term);
    if (below > 0.025) break;
    ++k;
    log_term += std::log(static_cast<double>(n - k + 1)) - std::log(static_cast<double>(k));
  }
  return k;
}

/// A NaN would break the order of the sort and could become the result unnoticed.
void check_values(std::span<const double> values) {
  for (const double v : values)
    if (!std::isfinite(v) || v < 0)
      throw std::invalid_argument("a sample is negative or not a finite number");
}

}  // namespace

interval median_interval(std::span<const double> samples) {
  if (samples.empty()) return {};
  check_values(samples);
  std::vector<double> sorted(samples.begin(), samples.end());
  std::sort(sorted.begin(), sorted.end());
  const std::size_t n = sorted.size();
  const std::size_t k = std::max<std::size_t>(interval_rank(n), 1);
  return {(sorted[(n - 1) / 2] + sorted[n / 2]) / 2, sorted[k - 1], sorted[n - k]};
}

double geometric_mean(std::span<const double> values) {
  if (values.empty()) return 0;
  check_values(values);
  double log_sum = 0;
  for (const double v : values) log_sum += std::log(v);  // log(0) is -inf, and exp(-inf) 0
  return std::exp(log_sum / static_cast<double>(values.size()));
}

}  // namespace codag::harness
