// Medians and their intervals, against known answers.
#include "harness/measure/statistics/statistics.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace codag::harness {
namespace {

std::vector<double> one_to(std::size_t n) {
  std::vector<double> v(n);
  std::iota(v.begin(), v.end(), 1.0);
  return v;
}

TEST(median_interval, too_few_samples_have_a_median_only) {
  EXPECT_EQ(median_of({}), 0);
  EXPECT_EQ(median_of(std::vector<double>{3, 1, 2}), 2);
  EXPECT_EQ(median_of(one_to(4)), 2.5);
  for (const std::size_t n : {0u, 1u, 5u}) EXPECT_FALSE(median_interval(one_to(n))) << n;
  EXPECT_TRUE(median_interval(one_to(6)));
}

// Ranks from tables of the binomial (Conover, table A3): n = 6: 1 and 6; 10: 2 and 9; 20: 6 and 15;
// 100: 40 and 61.
TEST(median_interval, has_the_tabulated_ranks) {
  for (const auto& [n, low, high] :
       {std::tuple{6u, 1.0, 6.0}, {10u, 2.0, 9.0}, {20u, 6.0, 15.0}, {100u, 40.0, 61.0}}) {
    const interval i = *median_interval(one_to(n));
    EXPECT_EQ(i.low, low) << n;
    EXPECT_EQ(i.high, high) << n;
  }
}

TEST(quantile, is_the_smallest_sample_that_the_share_does_not_exceed) {
  EXPECT_EQ(quantile_of(one_to(100), 0.99), 99);
  EXPECT_EQ(quantile_of(one_to(101), 0.99), 100);
  EXPECT_EQ(quantile_of(one_to(10), 0.99), 10);
  EXPECT_EQ(quantile_of(std::vector<double>{3, 1, 2}, 0.5), 2);
  EXPECT_EQ(quantile_of(std::vector<double>{3, 1, 2}, 1e-9), 1);
}

TEST(geometric_mean, of_numbers) {
  EXPECT_DOUBLE_EQ(geometric_mean(std::vector<double>{1, 4, 16}), 4);
  EXPECT_EQ(geometric_mean({}), 0);
}

TEST(median_interval, refuses_what_is_no_time) {
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), -1.0}) {
    const std::vector<double> values = {1, bad, 2};
    EXPECT_THROW(median_interval(values), std::invalid_argument) << bad;
    EXPECT_THROW(median_of(values), std::invalid_argument) << bad;
    EXPECT_THROW(geometric_mean(values), std::invalid_argument) << bad;
  }
}

TEST(median_interval, noise_is_half_the_width_over_the_median) {
  EXPECT_DOUBLE_EQ((interval{10, 9, 12}.relative_half_width()), 0.15);
  EXPECT_EQ((interval{0, 0, 1}.relative_half_width()), 0) << "never a division by zero";
}

TEST(geometric_mean, of_a_zero_is_zero) {
  EXPECT_EQ(geometric_mean(std::vector<double>{4, 0, 9}), 0);
}

}  // namespace
}  // namespace codag::harness
