// What a GPU's watch takes for a disturbance, from made looks and a made clock.
#include "harness/measure/disturbance/gpu_watch.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <string>
#include <utility>
#include <vector>

namespace codag::harness {
namespace {

/// A GPU that nobody else uses.
gpu_sight quiet() {
  return {.neighbours = {std::vector<gpu_neighbour>{}, {}},
          .clock_reasons = {0x1 | 0x2 | 0x4, {}},  // idle, clocks set by its owner, power cap
          .memory_mhz = {3201, {}},
          .power_limit_milliwatts = {700'000, {}},
          .probe = {.slowdown = 1.004, .late_s = 30e-6}};
}

gpu_sight with_neighbour(std::optional<unsigned> sm_percent, unsigned mib = 812) {
  gpu_sight sight = quiet();
  sight.neighbours.value = {{{4711, std::uint64_t{mib} << 20}, sm_percent}};
  return sight;
}

class made_eyes final : public gpu_eyes {
 public:
  explicit made_eyes(std::deque<gpu_sight> sights) : sights_(std::move(sights)) {}
  gpu_sight look() override {
    gpu_sight next = sights_.front();
    if (sights_.size() > 1) sights_.pop_front();
    return next;
  }

 private:
  std::deque<gpu_sight> sights_;
};

class gpu_watch_test : public testing::Test {
 protected:
  /// What is seen if the looks are these: the first before the samples, the last after them, and
  /// the others between.
  std::vector<std::string> seen(const std::deque<gpu_sight>& sights) {
    gpu_watch watch(std::make_unique<made_eyes>(sights), [this] { return now_; });
    watch.begin();
    for (std::size_t i = 2; i < sights.size(); ++i) {
      now_ += 1;
      watch.between();
    }
    return watch.end();
  }
  std::string seen_between(const gpu_sight& sight) {
    const auto all = seen({quiet(), sight, quiet()});
    return all.size() == 1 ? all[0] : std::to_string(all.size()) + " phrases";
  }

  double now_ = 100;
};

TEST_F(gpu_watch_test, a_quiet_gpu_disturbs_nothing) {
  EXPECT_TRUE(seen({quiet()}).empty()) << "its owner's clocks and its own power are no disturbance";
}

TEST_F(gpu_watch_test, a_process_disturbs_if_it_computes_between_the_looks) {
  EXPECT_EQ(seen_between(with_neighbour(37)),
            "another process used the GPU: PID 4711, 37 % of the multiprocessors' time, 812 MiB");
  EXPECT_EQ(seen({quiet(), with_neighbour(5)}).size(), 1u) << "also if it is seen at the end";
  EXPECT_EQ(seen_between(with_neighbour(0)), "0 phrases") << "it holds memory, and does nothing";
  EXPECT_TRUE(seen({with_neighbour(99), quiet()}).empty()) << "that was before the samples";
}

TEST_F(gpu_watch_test, the_most_that_a_process_did_is_told) {
  EXPECT_EQ(seen({quiet(), with_neighbour(5, 900), with_neighbour(80, 100)}),
            std::vector<std::string>{"another process used the GPU: PID 4711, 80 % of the "
                                     "multiprocessors' time, 900 MiB"});
}

TEST_F(gpu_watch_test, a_process_of_unknown_work_disturbs) {
  const std::string phrase =
      "another process is on the GPU, and NVML does not say whether it computed: PID 4711, 812 MiB";
  EXPECT_EQ(seen({with_neighbour(std::nullopt), quiet()}), std::vector<std::string>{phrase});
  EXPECT_EQ(seen_between(with_neighbour(std::nullopt)), phrase);
}

TEST_F(gpu_watch_test, the_probe_sees_what_nvml_hides) {
  gpu_sight hidden = quiet();
  hidden.neighbours = {std::nullopt, "Not Supported"};
  EXPECT_EQ(seen_between(hidden), "0 phrases");
  hidden.probe.slowdown = 1.9;
  EXPECT_EQ(seen_between(hidden), "something slowed the probe kernel: to 1.90 times its cycles");
  hidden.probe = {.slowdown = 1, .late_s = 2e-3};
  EXPECT_EQ(seen_between(hidden), "something delayed the probe kernel: by 2.0 ms");
  EXPECT_EQ(seen({hidden, quiet()}).size(), 1u) << "a probe before the samples counts, too";
}

TEST_F(gpu_watch_test, heat_and_hardware_disturb) {
  for (const auto& [bit, name] : {std::pair{0x8u, "hw_slowdown"},
                                  {0x20u, "sw_thermal_slowdown"},
                                  {0x40u, "hw_thermal_slowdown"},
                                  {0x80u, "hw_power_brake_slowdown"}}) {
    gpu_sight hot = quiet();
    *hot.clock_reasons.value |= bit;
    EXPECT_EQ(seen_between(hot), "the clock was held down: " + std::string(name));
    EXPECT_TRUE(seen({hot, quiet()}).empty()) << "before the samples";
  }
}

TEST_F(gpu_watch_test, tells_why_the_clock_was_reduced) {
  gpu_sight capped = quiet();
  capped.clock_reasons.value = 0x4;
  gpu_sight free = quiet();
  free.clock_reasons.value = 0x1;
  gpu_sight blind = quiet();
  blind.clock_reasons = {std::nullopt, "no NVML"};
  const auto reasons = [this](const std::deque<gpu_sight>& sights) {
    gpu_watch watch(std::make_unique<made_eyes>(sights), [this] { return now_; });
    watch.begin();
    now_ += 1;
    watch.between();
    watch.end();
    return watch.clock_reasons();
  };
  using names = std::vector<std::string>;
  EXPECT_EQ(reasons({free, capped, free}), names{"sw_power_cap"}) << "an idle GPU is no reason";
  EXPECT_EQ(reasons({capped, free, free}), names{}) << "before the samples";
  EXPECT_EQ(reasons({blind}), std::nullopt);
  EXPECT_EQ(reasons({capped, blind, free}), names{}) << "one look told";
}

TEST_F(gpu_watch_test, settings_that_change_disturb) {
  gpu_sight other = quiet();
  other.power_limit_milliwatts.value = 500'000;
  EXPECT_EQ(seen_between(other), "the power limit changed: from 700 to 500 W");
  other = quiet();
  other.memory_mhz.value = 1593;
  EXPECT_EQ(seen_between(other), "the memory clock changed: from 1593 to 3201 MHz");
  EXPECT_TRUE(seen({other, quiet()}).empty()) << "an idle GPU lowers its memory's clock";
}

TEST_F(gpu_watch_test, what_nvml_does_not_give_disturbs_nothing) {
  gpu_sight blind = quiet();
  blind.neighbours = {std::nullopt, "no NVML"};
  blind.clock_reasons = {std::nullopt, "no NVML"};
  blind.memory_mhz = blind.power_limit_milliwatts = {std::nullopt, "no NVML"};
  EXPECT_TRUE(seen({blind}).empty());
  EXPECT_TRUE(seen({quiet(), blind, quiet()}).empty());
}

TEST_F(gpu_watch_test, looks_only_now_and_then_between_samples) {
  gpu_watch watch(std::make_unique<made_eyes>(
                      std::deque{quiet(), with_neighbour(1), with_neighbour(90), quiet()}),
                  [this] { return now_; });
  watch.begin();
  for (int sample = 0; sample < 100; ++sample) {
    now_ += 0.001;
    watch.between();
  }
  EXPECT_EQ(watch.end().at(0).find("PID 4711, 1 %"),
            std::string("another process used the GPU: ").size())
      << "100 ms of samples take no look; the one at the end is the second of all";
}

TEST_F(gpu_watch_test, forgets_when_it_begins_again) {
  gpu_watch watch(std::make_unique<made_eyes>(std::deque{quiet(), with_neighbour(9), quiet()}),
                  [this] { return now_; });
  watch.begin();
  EXPECT_EQ(watch.end().size(), 1u);
  watch.begin();
  EXPECT_TRUE(watch.end().empty());
}

}  // namespace
}  // namespace codag::harness
