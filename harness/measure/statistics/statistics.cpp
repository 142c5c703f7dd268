#include "harness/measure/statistics/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

namespace codag::harness {
namespace {

/// The largest k with P(Binomial(n, 1/2) < k) <= 0.025, for n >= least_samples_of_interval. The
/// k-th smallest and the k-th largest sample enclose the median with 95 % probability.
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

std::vector<double> in_order(std::span<const double> samples) {
  check_values(samples);
  std::vector<double> sorted(samples.begin(), samples.end());
  std::ranges::sort(sorted);
  return sorted;
}

double middle_of(const std::vector<double>& sorted) {
  return (sorted[(sorted.size() - 1) / 2] + sorted[sorted.size() / 2]) / 2;
}

}  // namespace

std::optional<interval> median_interval(std::span<const double> samples) {
  const std::vector<double> sorted = in_order(samples);
  const std::size_t n = sorted.size();
  if (n < least_samples_of_interval) return std::nullopt;
  const std::size_t k = interval_rank(n);
  return interval{middle_of(sorted), sorted[k - 1], sorted[n - k]};
}

double median_of(std::span<const double> samples) {
  return samples.empty() ? 0 : middle_of(in_order(samples));
}

double quantile_of(std::span<const double> samples, double quantile) {
  const std::vector<double> sorted = in_order(samples);
  const double rank = std::ceil(quantile * static_cast<double>(sorted.size()));
  return sorted.at(static_cast<std::size_t>(std::max(rank, 1.0)) - 1);
}

double geometric_mean(std::span<const double> values) {
  if (values.empty()) return 0;
  check_values(values);
  double log_sum = 0;
  for (const double v : values) log_sum += std::log(v);  // log(0) is -inf, and exp(-inf) 0
  return std::exp(log_sum / static_cast<double>(values.size()));
}

}  // namespace codag::harness
