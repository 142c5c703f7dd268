// The number of samples follows from the time of a launch and from nothing else.
#include "harness/measure/statistics/sample_count.hpp"

#include <gtest/gtest.h>

namespace codag::harness {
namespace {

void expect_count(const time_spec& spec, double launch_s, unsigned samples, const char* by) {
  const sample_count count = samples_for(spec, launch_s);
  EXPECT_EQ(count.samples, samples) << launch_s;
  EXPECT_EQ(count.decided_by, by) << launch_s;
}

TEST(sample_count, by_default_samples_fill_a_quarter_of_a_second) {
  const time_spec spec;
  expect_count(spec, 1e-3, 250, "min_time");
  expect_count(spec, 0.9e-3, 278, "min_time");
  expect_count(spec, 0.02, 20, "min_samples");
  expect_count(spec, 0.05, 20, "min_samples");
  expect_count(spec, 0.051, 10, "min_samples");
  expect_count(spec, 100, 10, "min_samples");
  expect_count(spec, 1e-6, 5000, "max_samples");
}

TEST(sample_count, a_launch_too_short_for_the_timer_gets_the_most) {
  expect_count({}, 0, 5000, "max_samples");
  expect_count({.min_time_s = 0}, 0, 20, "min_samples");
}

TEST(sample_count, max_samples_is_never_exceeded) {
  expect_count({.min_samples = 3, .min_slow_samples = 10, .max_samples = 3}, 1, 3, "max_samples");
  expect_count({.min_samples = 3, .max_samples = 3}, 1e-3, 3, "max_samples");
}

}  // namespace
}  // namespace codag::harness
