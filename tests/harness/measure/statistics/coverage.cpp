// How often an interval of 95 % holds what it says, on distributions of times as GPUs have them.
// The number of samples is the one that the rule takes from a warm-up.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <ostream>
#include <random>
#include <vector>

#include "harness/measure/statistics/estimate.hpp"
#include "harness/measure/statistics/sample_count.hpp"
#include "harness/measure/statistics/statistics.hpp"

namespace codag::harness {
namespace {

using generator = std::mt19937_64;
constexpr int tries = 4000;
constexpr double least_share = 0.94;

/// Times relative to a launch of 1 s.
struct times {
  const char* name;
  double median;
  /// The time of a sample at a moment of the run, from 0 to 1.
  std::function<double(generator&, double)> at;
};

void PrintTo(const times& t, std::ostream* out) {
  *out << t.name;
}

double peak(generator& random) {
  return std::normal_distribution<double>(1, 0.001)(random);
}

/// Two peaks, of which the later one has `share` of the samples (below a half). The median is the
/// point of the first peak that (1/2) / (1 - share) of it are below.
times two_peaks(const char* name, double share, double normal_point) {
  return {name, 1 + 0.001 * normal_point, [share](generator& random, double) {
            return peak(random) + (std::bernoulli_distribution(share)(random) ? 0.05 : 0);
          }};
}

std::vector<times> distributions() {
  return {{"skewed", 1 + 0.01 * std::log(2.0),
           [](generator& random, double) {
             return 1 + 0.01 * std::exponential_distribution<double>(1)(random);
           }},
          {"drifting", 1.005,
           [](generator& random, double moment) { return peak(random) + 0.01 * moment; }},
          two_peaks("two_peaks_70_30", 0.3, 0.565949),
          two_peaks("two_peaks_55_45", 0.45, 1.335178)};
}

/// The samples of a case whose launch takes about `launch_s`, in units of it.
std::vector<double> sampled(const times& its, double launch_s, generator& random) {
  double shortest = 2;
  for (int i = 0; i < 3; ++i) shortest = std::min(shortest, its.at(random, 0));
  std::vector<double> samples(samples_for(time_spec{}, shortest * launch_s).samples);
  for (std::size_t i = 0; i < samples.size(); ++i)
    samples[i] = its.at(random, static_cast<double>(i) / static_cast<double>(samples.size() - 1));
  return samples;
}

class coverage : public testing::TestWithParam<times> {};

INSTANTIATE_TEST_SUITE_P(of, coverage, testing::ValuesIn(distributions()),
                         [](const auto& info) { return info.param.name; });

// 10, 20 and about 60 samples.
TEST_P(coverage, a_medians_interval_holds_it) {
  generator random(1);
  for (const double launch_s : {0.1, 0.02, 0.004}) {
    int held = 0;
    for (int i = 0; i < tries; ++i) {
      const interval its = *median_interval(sampled(GetParam(), launch_s, random));
      held += its.low <= GetParam().median && GetParam().median <= its.high ? 1 : 0;
    }
    EXPECT_GE(held, tries * least_share) << launch_s;
  }
}

TEST_P(coverage, a_ratios_interval_holds_it) {
  generator random(2);
  for (const double launch_s : {0.1, 0.02, 0.004}) {
    int held = 0;
    for (int i = 0; i < tries; ++i) {
      const estimate now = median_estimate(sampled(GetParam(), launch_s, random));
      const estimate base = median_estimate(sampled(GetParam(), launch_s, random));
      const interval r = ratio_interval(now, base);
      held += r.low <= 1 && 1 <= r.high ? 1 : 0;
    }
    EXPECT_GE(held, tries * least_share) << launch_s;
  }
}

TEST_P(coverage, six_samples_are_enough_for_both) {
  generator random(3);
  int median_held = 0, ratio_held = 0;
  for (int i = 0; i < tries; ++i) {
    std::vector<double> now(6), base(6);
    for (std::size_t j = 0; j < 6; ++j) {
      now[j] = GetParam().at(random, static_cast<double>(j) / 5);
      base[j] = GetParam().at(random, static_cast<double>(j) / 5);
    }
    const interval its = *median_interval(now);
    const interval r = ratio_interval(median_estimate(now), median_estimate(base));
    median_held += its.low <= GetParam().median && GetParam().median <= its.high ? 1 : 0;
    ratio_held += r.low <= 1 && 1 <= r.high ? 1 : 0;
  }
  EXPECT_GE(median_held, tries * least_share);
  EXPECT_GE(ratio_held, tries * least_share);
}

// Why the samples do not decide: a rule that ends as soon as they agree well enough ends more often
// where they agree on something wrong.
TEST(coverage_of_another_rule, stopping_at_low_noise_loses_it) {
  generator random(4);
  const times its = distributions().front();
  int held = 0;
  for (int i = 0; i < tries; ++i) {
    std::vector<double> samples(5);
    for (double& s : samples) s = its.at(random, 0);
    interval now{};
    do {
      samples.push_back(its.at(random, 0));
      now = *median_interval(samples);
    } while (now.relative_half_width() > 0.002 && samples.size() < 200);
    held += now.low <= its.median && its.median <= now.high ? 1 : 0;
  }
  EXPECT_LT(held, tries * least_share);
}

}  // namespace
}  // namespace codag::harness
