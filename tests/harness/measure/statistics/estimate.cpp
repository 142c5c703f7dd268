#include "harness/measure/statistics/estimate.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <stdexcept>
#include <vector>

namespace codag::harness {
namespace {

TEST(estimate, of_samples_that_are_all_the_same_has_no_noise) {
  const estimate e = median_estimate(std::vector<double>(7, 2.0));
  EXPECT_EQ(e.value, 2);
  EXPECT_EQ(e.log_variance, 0);
  const interval r = ratio_interval(e, e);
  EXPECT_EQ(r.low, 1);
  EXPECT_EQ(r.high, 1);
}

// By hand, for n = 4: rank round(2.5 - 2) = 1 (a half rounds up), so the smallest and the largest
// sample. They miss the median with the probability 2 / 16, whose normal point is 1.534121.
TEST(estimate, of_four_samples_is_that_of_a_calculation_by_hand) {
  const estimate e = median_estimate(std::vector<double>{4, 1, 2, 8});
  EXPECT_EQ(e.value, 3);
  EXPECT_NEAR(std::sqrt(e.log_variance), std::log(8.0) / (2 * 1.534121), 1e-6);
}

// For n = 16: rank round(8.5 - 4) = 5 (a half rounds up). P(Binomial(16, 1/2) < 5) = 2517 / 65536.
TEST(estimate, of_sixteen_samples_uses_the_inner_ones) {
  std::vector<double> samples;
  for (int i = 16; i > 0; --i) samples.push_back(std::exp(i));
  const estimate e = median_estimate(samples);
  EXPECT_NEAR(e.value, (std::exp(8) + std::exp(9)) / 2, 1e-6);
  EXPECT_NEAR(std::sqrt(e.log_variance), (12 - 5) / (2 * 1.769486), 1e-4);
}

TEST(estimate, a_rate_has_the_times_noise) {
  const estimate time{.value = 4, .log_variance = 0.25};
  EXPECT_EQ(time.rate(2).value, 0.5);
  EXPECT_EQ(time.rate(2).log_variance, 0.25);
}

TEST(estimate, exchanging_the_two_gives_the_reciprocals) {
  const estimate a{.value = 3, .log_variance = 0.01}, b{.value = 2, .log_variance = 0.02};
  const interval r = ratio_interval(a, b), inverse = ratio_interval(b, a);
  EXPECT_DOUBLE_EQ(r.median, 1.5);
  EXPECT_NEAR(std::log(r.high / r.median), 1.959964 * std::sqrt(0.03), 1e-12);
  EXPECT_DOUBLE_EQ(inverse.low, 1 / r.high);
  EXPECT_DOUBLE_EQ(inverse.high, 1 / r.low);
}

TEST(estimate, refuses_what_has_no_variance_or_no_logarithm) {
  EXPECT_THROW(median_estimate(std::vector<double>{}), std::invalid_argument);
  EXPECT_THROW(median_estimate(std::vector<double>{1}), std::invalid_argument);
  for (const double bad : {0.0, -1.0, std::numeric_limits<double>::infinity(), std::nan("")})
    EXPECT_THROW(median_estimate(std::vector<double>{1, bad, 1}), std::invalid_argument) << bad;
}

// The share of intervals that hold the true ratio, for a skewed distribution as GPU times have it.
TEST(estimate, intervals_hold_the_true_ratio_about_as_often_as_they_say) {
  std::mt19937_64 random(1);
  std::exponential_distribution<double> late(1);
  for (const std::size_t n : {5u, 10u, 30u, 100u}) {
    const double true_median = 1 + 0.01 * std::log(2.0);
    int held = 0;
    constexpr int tries = 2000;
    for (int i = 0; i < tries; ++i) {
      std::vector<double> a(n), b(n);
      for (double& v : a) v = 1 + 0.01 * late(random);
      for (double& v : b) v = 3 * (1 + 0.01 * late(random));
      const interval r = ratio_interval(median_estimate(b), median_estimate(a));
      held += r.low <= 3 && 3 <= r.high ? 1 : 0;
    }
    EXPECT_GT(held, tries * 0.93) << n << " samples, true median " << true_median;
    EXPECT_LT(held, tries * 0.995) << n << " samples: the interval is too wide to be of use";
  }
}

}  // namespace
}  // namespace codag::harness
