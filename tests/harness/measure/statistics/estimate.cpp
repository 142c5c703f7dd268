#include "harness/measure/statistics/estimate.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
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

// By hand: the interval of 10 samples reaches from the second to the ninth (Conover, table A3). Its
// farther end is 4.5 logarithms away from the median, which the 1.96 standard errors reach.
TEST(estimate, of_ten_samples_is_that_of_a_calculation_by_hand) {
  std::vector<double> samples;
  for (const double log : {1, 2, 3, 4, 5, 5, 6, 7, 9, 10}) samples.push_back(std::exp(log));
  samples[8] = std::exp(9.5);
  const estimate e = median_estimate(samples);
  EXPECT_NEAR(e.value, std::exp(5), 1e-9);
  EXPECT_NEAR(std::sqrt(e.log_variance), 4.5 / 1.959964, 1e-6);
}

TEST(estimate, of_too_few_samples_says_nothing_about_a_ratio) {
  const estimate five = median_estimate(std::vector<double>(5, 2.0));
  EXPECT_EQ(five.value, 2);
  EXPECT_TRUE(std::isinf(five.log_variance));
  const interval r = ratio_interval(median_estimate(std::vector<double>(6, 2.0)), five);
  EXPECT_EQ(r.median, 1);
  EXPECT_EQ(r.low, 0);
  EXPECT_TRUE(std::isinf(r.high));
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
  EXPECT_NEAR(std::log(r.high / r.median), 1.959963984540054 * std::sqrt(0.03), 1e-12);
  EXPECT_DOUBLE_EQ(inverse.low, 1 / r.high);
  EXPECT_DOUBLE_EQ(inverse.high, 1 / r.low);
}

TEST(estimate, refuses_what_has_no_logarithm) {
  EXPECT_THROW(median_estimate(std::vector<double>{}), std::invalid_argument);
  for (const double bad : {0.0, -1.0, std::numeric_limits<double>::infinity(), std::nan("")})
    EXPECT_THROW(median_estimate(std::vector<double>{1, bad, 1}), std::invalid_argument) << bad;
}

}  // namespace
}  // namespace codag::harness
