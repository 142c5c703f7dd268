// Sampling, with a workload whose times and clocks are scripted.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "harness/measure/timing.hpp"

namespace codag::harness {
namespace {

class scripted : public workload {
 public:
  explicit scripted(std::vector<timed_run> script) : script_(std::move(script)) {}
  verification verify() override { return {.ok = true, .reason = {}, .chunk_status = {}}; }
  void launch() override { ++runs; }
  timed_run run(bool cold) override {
    cold_runs += cold ? 1 : 0;
    return script_[runs++ % script_.size()];
  }
  [[nodiscard]] double rated_clock_mhz() const override { return 1000; }
  std::size_t runs = 0, cold_runs = 0;

 private:
  std::vector<timed_run> script_;
};

time_spec quick() {
  time_spec spec;
  spec.warmup = 2;
  spec.min_samples = 8;
  spec.max_samples = 8;
  spec.throttle_threshold = 0.9;
  return spec;
}

TEST(timing, keeps_every_sample_in_order_after_the_warm_up) {
  scripted w({{9, 1000},
              {9, 1000},
              {1, 1000},
              {2, 990},
              {3, 980},
              {4, 970},
              {5, 960},
              {6, 950},
              {7, 940},
              {8, 930}});
  std::vector<repetition> rows;
  const sample_set s = sample_times("case/hot", w, false, quick(), rows);
  EXPECT_EQ(s.seconds, (std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8}));
  EXPECT_EQ(s.sm_clock_mhz, (std::vector<double>{1000, 990, 980, 970, 960, 950, 940, 930}));
  EXPECT_EQ(s.discarded_throttled, 0u);
  EXPECT_DOUBLE_EQ(s.median, 4.5);
  EXPECT_FALSE(s.noise_reached);
  EXPECT_EQ(s.stopped_by, "max_samples");
  EXPECT_EQ(w.cold_runs, 0u);
  ASSERT_EQ(rows.size(), 1u) << "a round is a row of Google Benchmark's";
  EXPECT_EQ(rows[0].name, "case/hot");
  EXPECT_EQ(rows[0].iterations, 8);
  EXPECT_NEAR(rows[0].real_time_ns, 4.5e9, 1) << "manual time, not the wall's";
}

/// Each launch takes some wall-clock time.
class slow : public scripted {
 public:
  slow() : scripted({{1, 1000}}) {}
  timed_run run(bool cold) override {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    return scripted::run(cold);
  }
};

TEST(timing, the_time_limit_cuts_warm_up_and_samples) {
  time_spec spec = quick();
  spec.time_limit_s = 0.1;
  spec.warmup = 2;
  spec.min_samples = spec.max_samples = 1'000'000;
  slow w;
  std::vector<repetition> rows;
  const sample_set some = sample_times("case/hot", w, false, spec, rows);
  EXPECT_LE(some.warmup_launches, 2u) << "a busy machine may not even get so far";
  EXPECT_EQ(some.stopped_by, "time_limit");
  EXPECT_LE(w.runs, 6u) << "5 launches of 20 ms fill the limit";
  spec.warmup = 1'000'000;
  slow w_of_warm_up;
  const sample_set one = sample_times("case/hot", w_of_warm_up, false, spec, rows);
  EXPECT_LE(one.warmup_launches, 5u);
  EXPECT_EQ(one.seconds.size(), 1u);
}

TEST(timing, asks_for_cold_runs) {
  scripted w({{1, 1000}});
  std::vector<repetition> rows;
  sample_times("case/cold", w, true, quick(), rows);
  EXPECT_EQ(w.cold_runs, w.runs);
}

TEST(timing, stops_when_the_noise_is_low) {
  scripted w({{1, 1000}});
  time_spec spec = quick();
  spec.max_samples = 1000;
  std::vector<repetition> rows;
  const sample_set s = sample_times("case/hot", w, false, spec, rows);
  EXPECT_TRUE(s.noise_reached);
  EXPECT_EQ(s.stopped_by, "noise");
  EXPECT_LT(s.seconds.size(), 1000u);
}

TEST(timing, discards_and_counts_throttled_samples) {
  // Every third run is below 900 MHz and takes ten times as long.
  scripted w({{1, 1000}, {1, 1000}, {10, 899}});
  std::vector<repetition> rows;
  const sample_set s = sample_times("case/hot", w, false, quick(), rows);
  EXPECT_EQ(s.seconds, std::vector<double>(8, 1.0));
  EXPECT_EQ(s.discarded_throttled, 4u);
  EXPECT_EQ(std::ranges::count(s.sm_clock_mhz, 899.0), 0);
}

TEST(timing, a_clock_that_cannot_be_told_is_not_throttled) {
  scripted w({{1, 0}});
  std::vector<repetition> rows;
  EXPECT_EQ(sample_times("case/hot", w, false, quick(), rows).discarded_throttled, 0u);
}

TEST(timing, gives_up_on_a_gpu_that_only_throttles) {
  scripted w({{1, 500}});
  std::vector<repetition> rows;
  try {
    sample_times("case/hot", w, false, quick(), rows);
    FAIL() << "no sample was at the rated clock";
  } catch (const all_throttled& e) {
    EXPECT_NE(std::string(e.what()).find("below 900 MHz"), std::string::npos) << e.what();
  }
}

}  // namespace
}  // namespace codag::harness
