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
  void poison() override { poisoned.push_back(runs); }
  verification outcome() override {
    const bool ok = runs != wrong_run;
    return {.ok = ok, .reason = ok ? "" : "byte 7", .chunk_status = {{"ok", 1}}};
  }
  void launch() override { ++runs; }
  timed_run run(bool cold) override {
    cold_runs += cold ? 1 : 0;
    return script_[runs++ % script_.size()];
  }
  [[nodiscard]] double rated_clock_mhz() const override { return 1000; }
  std::size_t runs = 0, cold_runs = 0;
  std::size_t wrong_run = 0;          ///< the run with wrong output, from 1; 0: none
  std::vector<std::size_t> poisoned;  ///< how many runs there had been

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
              {3, 980, true},
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
  EXPECT_EQ(s.held, 1u);
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

TEST(timing, the_time_limit_cuts_samples_without_a_warm_up) {
  time_spec spec = quick();
  spec.time_limit_s = 0.1;
  spec.warmup = 0;
  spec.min_samples = spec.max_samples = 1'000'000;
  slow w;
  std::vector<repetition> rows;
  EXPECT_EQ(sample_times("case/hot", w, false, spec, rows).stopped_by, "time_limit");
  EXPECT_LE(w.runs, 6u) << "5 launches of 20 ms fill the limit";
}

TEST(timing, asks_for_cold_runs) {
  scripted w({{1, 1000}});
  std::vector<repetition> rows;
  sample_times("case/cold", w, true, quick(), rows);
  EXPECT_EQ(w.cold_runs, w.runs);
}

// 0.1 s, and then a little: a rule that looked at the samples would end at once.
TEST(timing, the_warm_up_decides_how_many_samples_there_are_and_their_values_do_not) {
  time_spec spec = quick();
  spec.max_samples = 1000;
  spec.min_time_s = 5;
  for (const double seconds : {0.1, 0.001}) {
    scripted w({{0.1, 1000}, {0.3, 1000}, {seconds, 1000}});
    std::vector<repetition> rows;
    const sample_set s = sample_times("case/hot", w, false, spec, rows);
    EXPECT_EQ(s.seconds.size(), 50u) << "5 s of the shortest launch of the warm-up";
    EXPECT_EQ(s.stopped_by, "min_time");
  }
}

TEST(timing, says_whether_the_interval_is_narrow_enough) {
  std::vector<repetition> rows;
  scripted steady({{1, 1000}});
  EXPECT_TRUE(sample_times("case/hot", steady, false, quick(), rows).noise_reached);
  time_spec few = quick();
  few.min_samples = few.max_samples = 5;
  const sample_set s = sample_times("case/hot", steady, false, few, rows);
  EXPECT_FALSE(s.noise_reached) << "5 samples have no interval";
  EXPECT_FALSE(s.low || s.high);
  EXPECT_EQ(s.median, 1);
}

TEST(timing, the_last_sample_is_launched_into_a_poisoned_output_and_verified) {
  std::vector<repetition> rows;
  scripted right({{1, 1000}});
  EXPECT_EQ(sample_times("case/cold", right, true, quick(), rows).verified, 1u);
  EXPECT_EQ(right.poisoned, std::vector<std::size_t>{9}) << "before the last of 2 + 8 runs";
  scripted wrong({{1, 1000}});
  wrong.wrong_run = 10;
  try {
    sample_times("case/cold", wrong, true, quick(), rows);
    FAIL() << "the last sample is wrong";
  } catch (const wrong_sample& e) {
    EXPECT_STREQ(e.what(), "sample 8 is wrong: byte 7");
    EXPECT_EQ(e.found.chunk_status.at("ok"), 1u);
  }
}

TEST(timing, a_sample_that_is_taken_again_is_poisoned_again) {
  scripted w({{1, 1000}, {1, 1000}, {1, 899}});
  time_spec spec = quick();
  spec.warmup = 0;
  spec.min_samples = spec.max_samples = 3;
  std::vector<repetition> rows;
  EXPECT_EQ(sample_times("case/hot", w, false, spec, rows).discarded_throttled, 1u);
  EXPECT_EQ(w.poisoned, (std::vector<std::size_t>{2, 3}));
}

TEST(timing, every_sample_is_verified_if_asked_for) {
  time_spec spec = quick();
  spec.verified = verified_samples::every;
  std::vector<repetition> rows;
  scripted right({{1, 1000}});
  EXPECT_EQ(sample_times("case/hot", right, false, spec, rows).verified, 8u);
  EXPECT_EQ(right.poisoned, (std::vector<std::size_t>{2, 3, 4, 5, 6, 7, 8, 9}));
  scripted wrong({{1, 1000}});
  wrong.wrong_run = 5;
  EXPECT_THROW(sample_times("case/hot", wrong, false, spec, rows), wrong_sample);
  EXPECT_EQ(wrong.runs, 5u) << "nothing is sampled after it";
  spec.verified = verified_samples::none;
  EXPECT_EQ(sample_times("case/hot", wrong, false, spec, rows).verified, 0u);
}

// The limit is known to be near before the last launch, or the last sample would not be verified.
TEST(timing, the_last_sample_of_a_time_limit_is_verified) {
  time_spec spec = quick();
  spec.time_limit_s = 0.1;
  spec.min_samples = spec.max_samples = 1'000'000;
  slow w;
  std::vector<repetition> rows;
  const sample_set s = sample_times("case/hot", w, false, spec, rows);
  EXPECT_EQ(s.stopped_by, "time_limit");
  EXPECT_EQ(s.verified, 1u);
  EXPECT_EQ(w.poisoned, std::vector<std::size_t>{w.runs - 1});
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
