// Which launches a latency is measured of, and that its last one is verified.
#include "harness/measure/latency.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "harness/measure/timing.hpp"

namespace codag::harness {
namespace {

/// A launch that returns at once and takes 1 ms, as on a GPU.
class asynchronous final : public workload {
 public:
  void poison() override { poisoned_before = launches; }
  verification outcome() override {
    return {.ok = !wrong, .reason = wrong ? "byte 7" : "", .chunk_status = {}};
  }
  void launch() override {
    ++launches;
    running = true;
  }
  void synchronize() override {
    if (running) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    running = false;
  }
  timed_run run(bool /*cold*/) override {
    ADD_FAILURE() << "the time of a sample is none of the host's";
    return {};
  }
  unsigned launches = 0, poisoned_before = 0;
  bool running = false, wrong = false;
};

constexpr time_spec few{.warmup = 2, .min_samples = 3, .max_samples = 3, .min_time_s = 0};

TEST(latency, is_that_of_a_launch_and_of_waiting_for_it) {
  asynchronous work;
  work.launch();  // still running when the first launch is measured
  const latency_facts facts = measure_latency("case", work, few);
  EXPECT_EQ(facts.samples.seconds.size(), least_launches_of_p99) << "p99 needs as many";
  EXPECT_GE(facts.samples.median, 0.001);
  ASSERT_TRUE(facts.p99);
  EXPECT_GE(*facts.p99, facts.samples.median);
  EXPECT_EQ(facts.samples.verified, 1u);
  EXPECT_EQ(work.poisoned_before, work.launches - 1);
  work.wrong = true;
  EXPECT_THROW(measure_latency("case", work, few), wrong_sample);
}

TEST(latency, without_enough_launches_has_no_p99) {
  asynchronous work;
  time_spec spec = few;
  spec.time_limit_s = 0.01;
  const latency_facts facts = measure_latency("case", work, spec);
  EXPECT_LT(facts.samples.seconds.size(), least_launches_of_p99);
  EXPECT_EQ(facts.samples.stopped_by, "time_limit");
  EXPECT_FALSE(facts.p99);
}

}  // namespace
}  // namespace codag::harness
