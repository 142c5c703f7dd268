// The interval of a ratio that was measured several times.
#include "harness/measure/statistics/log_ratios.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace codag::harness {
namespace {

TEST(log_ratios, the_interval_is_that_of_student) {
  // The mean is 0 and its standard error 1 / sqrt(7). t(7) is 2.3646 for 95 %.
  const std::vector<double> logs = {-1, 1, -1, 1, -1, 1, -1, 1};
  const interval i = mean_ratio_interval(logs, 0.95);
  EXPECT_DOUBLE_EQ(i.median, 1);
  EXPECT_NEAR(std::log(i.high), 2.3646 / std::sqrt(7), 1e-4);
  EXPECT_DOUBLE_EQ(i.low * i.high, 1);
}

TEST(log_ratios, many_cases_need_far_points) {
  // t(15) is 4.0728 for a two-sided 0.1 %, and 6.1089 for 0.002 % (R: qt).
  std::vector<double> logs(16);
  for (std::size_t n = 0; n < logs.size(); ++n) logs[n] = n % 2 == 0 ? 0.15 : -0.15;
  const double error = 0.15 * std::sqrt(16.0 / 15) / 4;
  EXPECT_NEAR(std::log(mean_ratio_interval(logs, 0.999).high) / error, 4.0728, 1e-3);
  EXPECT_NEAR(std::log(mean_ratio_interval(logs, 0.99998).high) / error, 6.1089, 1e-3);
}

TEST(log_ratios, exchanging_the_sides_gives_the_reciprocals) {
  const std::vector<double> logs = {0.1, 0.2, 0.15, 0.12, 0.3, 0.05};
  std::vector<double> exchanged;
  for (const double l : logs) exchanged.push_back(-l);
  const interval one = mean_ratio_interval(logs, 0.95),
                 other = mean_ratio_interval(exchanged, 0.95);
  EXPECT_DOUBLE_EQ(one.median, 1 / other.median);
  EXPECT_DOUBLE_EQ(one.low, 1 / other.high);
}

TEST(log_ratios, refuses_what_has_no_interval) {
  EXPECT_THROW(mean_ratio_interval(std::vector<double>(5, 0.1), 0.95), std::invalid_argument);
  std::vector<double> logs(6, 0.1);
  logs[3] = NAN;
  EXPECT_THROW(mean_ratio_interval(logs, 0.95), std::invalid_argument);
}

TEST(log_ratios, the_number_of_the_second_stage_gives_the_reach) {
  std::vector<double> logs = {0.01, -0.01, 0.01, -0.01, 0.01, -0.01, 0.01, -0.01};
  EXPECT_EQ(ratios_for(logs, 0.95, 1), 8) << "the first stage is enough";
  // t(7) is 2.3646, and the standard deviation 0.01 * sqrt(8 / 7).
  EXPECT_EQ(ratios_for(logs, 0.95, 0.002), std::ceil(std::pow(2.3646 * 0.01 / 0.002, 2) * 8 / 7));
  while (static_cast<double>(logs.size()) < ratios_for(std::span(logs).first(8), 0.95, 0.002))
    logs.push_back(0.005);  // that the second stage varies less does not count
  const interval i = mean_ratio_interval(logs, 8, 0.95);
  EXPECT_LE(std::log(i.high / i.median), 0.002);
  EXPECT_GT(std::log(i.high / i.median), 0.00199);
}

TEST(log_ratios, a_second_stage_that_varies_more_widens_the_interval) {
  std::vector<double> logs = {0.01, -0.01, 0.01, -0.01, 0.01, -0.01, 0.01, -0.01};
  for (unsigned n = 0; n < 92; ++n) logs.push_back(n % 2 == 0 ? 0.1 : -0.1);
  EXPECT_DOUBLE_EQ(mean_ratio_interval(logs, 8, 0.95).high, mean_ratio_interval(logs, 0.95).high);
  EXPECT_GT(std::log(mean_ratio_interval(logs, 0.95).high), 0.018);
}

// The second stage is as long as the first one was noisy, and the interval holds all the same.
TEST(log_ratios, two_stages_keep_the_coverage) {
  constexpr int tries = 4000;
  int held = 0;
  std::mt19937_64 random(11);
  std::normal_distribution<double> noise(0.01, 0.007);
  for (int i = 0; i < tries; ++i) {
    std::vector<double> logs(12);
    for (double& l : logs) l = noise(random);
    const auto all = static_cast<std::size_t>(std::min(ratios_for(logs, 0.95, 0.003), 160.0));
    while (logs.size() < all) logs.push_back(noise(random));
    const interval of = mean_ratio_interval(logs, 12, 0.95);
    held += std::log(of.low) <= 0.01 && std::log(of.high) >= 0.01 ? 1 : 0;
  }
  EXPECT_GE(held, tries * 94 / 100);
}

/// The share of 1000 intervals of 6 ratios that hold the true one. `late` draws a time's delay.
template <class Late>
double coverage(const Late& late) {
  constexpr int tries = 1000;
  int held = 0;
  std::mt19937_64 random(7);
  for (int i = 0; i < tries; ++i) {
    std::vector<double> logs;
    for (int n = 0; n < 6; ++n)
      logs.push_back(0.01 + std::log1p(late(random)) - std::log1p(late(random)));
    const interval of = mean_ratio_interval(logs, 0.95);
    held += std::log(of.low) <= 0.01 && std::log(of.high) >= 0.01 ? 1 : 0;
  }
  return held / static_cast<double>(tries);
}

TEST(log_ratios, the_interval_keeps_its_coverage) {
  const auto normal = [](auto& r) { return std::normal_distribution<>(0, 0.003)(r); };
  // A GPU's time can be late, and never early.
  const auto skewed = [](auto& r) { return std::exponential_distribution<>(300)(r); };
  // Most launches meet one state of the memory, and some another one.
  const auto two_peaked = [](auto& r) {
    return (std::bernoulli_distribution(0.2)(r) ? 0.01 : 0) +
           std::normal_distribution<>(0, 0.001)(r);
  };
  EXPECT_GE(coverage(normal), 0.94);
  EXPECT_GE(coverage(skewed), 0.94);
  EXPECT_GE(coverage(two_peaked), 0.94);
}

}  // namespace
}  // namespace codag::harness
