// Medians, their intervals and the stopping criterion, against known answers.
#include "harness/measure/statistics/statistics.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "harness/measure/statistics/stopping_criterion.hpp"

namespace codag::harness {
namespace {

std::vector<double> one_to(std::size_t n) {
  std::vector<double> v(n);
  std::iota(v.begin(), v.end(), 1.0);
  return v;
}

TEST(median_interval, of_few_samples_is_all_of_them) {
  EXPECT_EQ(median_interval({}).median, 0);
  const std::vector<double> three = {3, 1, 2};
  const interval i = median_interval(three);
  EXPECT_EQ(i.median, 2);
  EXPECT_EQ(i.low, 1);
  EXPECT_EQ(i.high, 3);
  EXPECT_EQ(median_interval(one_to(4)).median, 2.5);
}

// Ranks from tables of the binomial (Conover, table A3): n = 6: 1 and 6; 10: 2 and 9; 20: 6 and 15;
// 100: 40 and 61.
TEST(median_interval, has_the_tabulated_ranks) {
  for (const auto& [n, low, high] :
       {std::tuple{6u, 1.0, 6.0}, {10u, 2.0, 9.0}, {20u, 6.0, 15.0}, {100u, 40.0, 61.0}}) {
    const interval i = median_interval(one_to(n));
    EXPECT_EQ(i.low, low) << n;
    EXPECT_EQ(i.high, high) << n;
  }
}

TEST(median_interval, holds_the_true_median_in_95_of_100_experiments) {
  std::mt19937 random(5);
  std::lognormal_distribution<double> skewed(0, 1);  // its median is 1
  int held = 0;
  for (int e = 0; e < 2000; ++e) {
    std::vector<double> v(25);
    for (double& x : v) x = skewed(random);
    const interval i = median_interval(v);
    held += i.low <= 1 && 1 <= i.high ? 1 : 0;
  }
  EXPECT_GE(held, 2000 * 0.94);
}

TEST(geometric_mean, of_numbers) {
  EXPECT_DOUBLE_EQ(geometric_mean(std::vector<double>{1, 4, 16}), 4);
  EXPECT_EQ(geometric_mean({}), 0);
}

time_spec spec() {
  time_spec s;
  s.min_samples = 5;
  s.max_samples = 50;
  s.max_noise = 0.01;
  s.time_limit_s = 2;
  return s;
}

TEST(stopping_criterion, stops_at_low_noise_but_never_before_min_samples) {
  stopping_criterion c(spec());
  for (int i = 0; i < 4; ++i) c.add(1);
  EXPECT_FALSE(c.is_finished(1.9));
  c.add(1);
  EXPECT_TRUE(c.is_finished(0));
  EXPECT_EQ(c.reason(), "noise");
}

TEST(stopping_criterion, stops_at_its_limits) {
  stopping_criterion by_time(spec()), by_count(spec());
  for (int i = 0; i < 50; ++i) {
    if (i < 10) by_time.add(1 + i % 2);
    by_count.add(1 + i % 2);
  }
  EXPECT_FALSE(by_time.is_finished(1.9));
  EXPECT_TRUE(by_time.is_finished(2.1));
  EXPECT_EQ(by_time.reason(), "time_limit");
  EXPECT_TRUE(by_count.is_finished(0));
  EXPECT_EQ(by_count.reason(), "max_samples");
}

TEST(stopping_criterion, the_time_limit_comes_before_min_samples) {
  stopping_criterion c(spec());
  EXPECT_FALSE(c.is_finished(100)) << "one sample is always taken";
  c.add(1);
  EXPECT_FALSE(c.is_finished(1.9));
  EXPECT_TRUE(c.is_finished(2));
  EXPECT_EQ(c.reason(), "time_limit");
}

TEST(stopping_criterion, all_zero_samples_end_it) {
  stopping_criterion c(spec());
  for (int i = 0; i < 5; ++i) c.add(0);
  EXPECT_TRUE(c.is_finished(0));
}

}  // namespace
}  // namespace codag::harness
