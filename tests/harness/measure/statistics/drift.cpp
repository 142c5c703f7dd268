#include "harness/measure/statistics/drift.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <stdexcept>
#include <vector>

namespace codag::harness {
namespace {

// Student's own table (Biometrika 6, 1908), as any textbook prints it.
TEST(drift, student_t_points_are_those_of_the_table) {
  EXPECT_NEAR(student_t_point(0.975, 1), 12.706, 1e-3);
  EXPECT_NEAR(student_t_point(0.975, 4), 2.776, 1e-3);
  EXPECT_NEAR(student_t_point(0.995, 2), 9.925, 1e-3);
  EXPECT_NEAR(student_t_point(0.995, 4), 4.604, 1e-3);
  EXPECT_NEAR(student_t_point(0.95, 30), 1.697, 1e-3);
}

// The intervals of as many cases as a config may have hold together. From the incomplete beta
// function with 40 digits (mpmath).
TEST(drift, student_t_points_far_out_are_those_of_the_beta_function) {
  struct row {
    double tail;
    unsigned freedom;
    double point;
  };
  for (const auto& [tail, freedom, point] : {row{5e-6, 1, 63661.97723},
                                             {1e-7, 1, 3183098.862},
                                             {1e-7, 2, 2236.067642},
                                             {5e-6, 5, 17.89686614},
                                             {1e-7, 5, 39.34181962},
                                             {5e-6, 10, 8.150286559},
                                             {2.5e-7, 10, 11.33124404},
                                             {1e-7, 10, 12.49220969},
                                             {2.5e-7, 11, 10.39773332},
                                             {1e-7, 30, 6.701399512},
                                             {1e-7, 399, 5.292068946},
                                             {1e-7, 999, 5.236035391}})
    EXPECT_NEAR(student_t_point(1 - tail, freedom) / point, 1, 5e-6) << tail << " " << freedom;
}

TEST(drift, of_runs_that_agree_is_none) {
  EXPECT_NEAR(drift_between_runs(std::vector<double>{5, 5, 5}), 0, 1e-12);
}

// The logarithms are -s, 0, s: their standard deviation is s.
TEST(drift, of_three_runs_is_that_of_a_calculation_by_hand) {
  const double s = 0.001;
  const std::vector<double> values = {std::exp(-s), 1, std::exp(s)};
  EXPECT_NEAR(drift_between_runs(values), std::exp(9.92484 * std::sqrt(2.0) * s) - 1, 1e-7);
}

TEST(drift, is_bounded_and_refuses_what_is_no_value) {
  EXPECT_EQ(drift_between_runs(std::vector<double>{1, 1e10, 1e-10}), 1000);
  EXPECT_THROW(drift_between_runs(std::vector<double>{1, 1}), std::invalid_argument);
  for (const double bad : {0.0, -1.0, std::numeric_limits<double>::infinity(), std::nan("")})
    EXPECT_THROW(drift_between_runs(std::vector<double>{1, bad, 1}), std::invalid_argument) << bad;
}

TEST(drift, two_further_runs_rarely_differ_by_more) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> run(0, 0.002);
  int beyond = 0;
  constexpr int tries = 2000;
  for (int i = 0; i < tries; ++i) {
    std::vector<double> values(5);
    for (double& v : values) v = std::exp(run(random));
    beyond +=
        std::exp(std::abs(run(random) - run(random))) > 1 + drift_between_runs(values) ? 1 : 0;
  }
  EXPECT_NEAR(beyond, tries * 0.01, tries * 0.007);
}

}  // namespace
}  // namespace codag::harness
