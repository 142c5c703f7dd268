#include "harness/measure/statistics/drift.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

namespace codag::harness {
namespace {

/// The probability that Student's t is below `t` >= 0. The substitution t = sqrt(freedom)
/// tan(angle) makes the density a power of a cosine on a bounded range, which Simpson's rule
/// integrates.
double student_t_below(double t, unsigned freedom) {
  const double v = freedom;
  const double end = std::atan(t / std::sqrt(v));
  constexpr int steps = 400;  // even
  double sum = 0;
  for (int i = 0; i <= steps; ++i) {
    const double weight = i == 0 || i == steps ? 1 : i % 2 == 1 ? 4 : 2;
    sum += weight * std::pow(std::cos(end * i / steps), v - 1);
  }
  const double scale =
      std::exp(std::lgamma((v + 1) / 2) - std::lgamma(v / 2)) / std::sqrt(std::numbers::pi);
  return 0.5 + scale * sum * end / steps / 3;
}

}  // namespace

double student_t_point(double probability, unsigned freedom) {
  double low = 0, high = 1e7;  // 3.2e6 for 1 - 1e-7 and one degree of freedom
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (student_t_below(middle, freedom) < probability ? low : high) = middle;
  }
  return high;
}

double drift_between_runs(std::span<const double> values) {
  if (values.size() < 3) throw std::invalid_argument("a drift needs at least 3 runs");
  const auto n = static_cast<double>(values.size());
  double mean = 0;
  for (const double v : values) {
    if (!(v > 0) || !std::isfinite(v))
      throw std::invalid_argument("a run's value is not positive and finite");
    mean += std::log(v) / n;
  }
  double variance = 0;
  for (const double v : values) variance += std::pow(std::log(v) - mean, 2) / (n - 1);
  const double point = student_t_point(0.995, static_cast<unsigned>(values.size() - 1));
  return std::min(std::expm1(point * std::sqrt(2 * variance)), 1000.0);
}

}  // namespace codag::harness
