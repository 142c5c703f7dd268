// The stopping criterion when it is asked after every sample, and values that are none.
#include <gtest/gtest.h>

#include <chrono>
#include <limits>
#include <stdexcept>
#include <vector>

#include "harness/measure/statistics/statistics.hpp"
#include "harness/measure/statistics/stopping_criterion.hpp"

namespace codag::harness {
namespace {

TEST(stopping_criterion, half_a_million_questions_take_no_quadratic_time) {
  time_spec spec;
  spec.min_samples = 1;
  spec.max_samples = 500'000;
  spec.max_noise = 0;
  stopping_criterion criterion(spec);
  const auto start = std::chrono::steady_clock::now();
  std::size_t n = 0;
  do criterion.add(n % 2 == 0 ? 1.0 : 2.0);
  while (++n < 2 || !criterion.is_finished(0));
  EXPECT_EQ(n, 500'000u);
  EXPECT_EQ(criterion.reason(), "max_samples");
  // Sorting at every question would take hours.
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
}

TEST(stopping_criterion, stays_finished_with_its_first_reason) {
  time_spec spec;
  spec.min_samples = 2;
  stopping_criterion criterion(spec);
  criterion.add(1);
  criterion.add(1);
  ASSERT_TRUE(criterion.is_finished(0));
  criterion.add(100);
  EXPECT_TRUE(criterion.is_finished(1000));
  EXPECT_EQ(criterion.reason(), "noise");
}

TEST(stopping_criterion, low_noise_at_a_limit_is_still_noise) {
  time_spec spec;
  spec.min_samples = 2;
  spec.max_samples = 4;
  stopping_criterion criterion(spec);
  for (int i = 0; i < 4; ++i) criterion.add(1);
  ASSERT_TRUE(criterion.is_finished(1000));
  EXPECT_EQ(criterion.reason(), "noise");
}

TEST(median_interval, refuses_what_is_no_time) {
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), -1.0}) {
    const std::vector<double> values = {1, bad, 2};
    EXPECT_THROW(median_interval(values), std::invalid_argument) << bad;
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
