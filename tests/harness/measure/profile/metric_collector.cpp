// The sequence of a range profiler's pass, and the groups, against scripts in CUPTI's place.
#include "harness/measure/profile/metric_collector.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <map>

#include "harness/measure/profile/cannot_profile.hpp"

namespace codag::harness {
namespace {

constexpr const char* duration = "gpu__time_duration.sum";

class fake_replay_plan final : public replay_plan {
 public:
  fake_replay_plan(std::vector<std::string> metrics, std::map<std::string, double> values)
      : metrics_(std::move(metrics)), values_(std::move(values)) {}
  [[nodiscard]] const std::vector<std::string>& metrics() const override { return metrics_; }
  [[nodiscard]] std::span<const std::uint8_t> image() const override { return image_; }
  [[nodiscard]] std::size_t replays() const override { return 3; }
  // The kernel of range i takes i + 1 times as long as that of range 0.
  [[nodiscard]] std::vector<double> evaluate(std::span<const std::uint8_t> counter_data,
                                             std::size_t range) const override {
    EXPECT_EQ(counter_data.size(), 2u) << "what was decoded";
    std::vector<double> values;
    for (const std::string& metric : metrics_)
      values.push_back(values_.at(metric) * static_cast<double>(range + 1));
    return values;
  }

 private:
  std::vector<std::string> metrics_;
  std::map<std::string, double> values_;
  std::vector<std::uint8_t> image_ = {1, 2, 3};
};

class fake_catalogue final : public metric_catalogue {
 public:
  std::map<std::string, double> values;  ///< the chip has these
  [[nodiscard]] const std::string& chip() const override { return chip_; }
  [[nodiscard]] std::vector<base_metric> base_metrics() const override { return {}; }
  [[nodiscard]] std::optional<std::string> why_not(const std::string& metric) const override {
    if (values.contains(metric)) return std::nullopt;
    return "chip GX100 has no metric " + metric;
  }
  [[nodiscard]] std::unique_ptr<replay_plan> plan_replays(
      const std::vector<std::string>& metrics) const override {
    return std::make_unique<fake_replay_plan>(metrics, values);
  }

 private:
  std::string chip_ = "GX100";
};

class fake_range_profiler final : public range_profiler_api {
 public:
  std::vector<std::string> calls;
  std::size_t kernels = 1, room = 0;
  std::function<void(const std::string&)> on;

  void enable() override { note("enable"); }
  void configure(const replay_plan& plan, std::size_t ranges) override {
    note("configure");
    EXPECT_EQ(plan.image().size(), 3u);
    room = ranges;
  }
  void start() override { note("start"); }
  void stop() override { note("stop"); }
  std::size_t decode() override {
    note("decode");
    return kernels - std::min(kernels, room);
  }
  [[nodiscard]] std::size_t ranges() const override { return std::min(kernels, room); }
  [[nodiscard]] std::span<const std::uint8_t> counter_data() const override { return data_; }
  void disable() override { note("disable"); }

  void note(const std::string& call) {
    calls.push_back(call);
    if (on) on(call);
  }

 private:
  std::vector<std::uint8_t> data_ = {8, 9};
};

class metrics : public testing::Test {
 protected:
  void SetUp() override { chip.values = {{duration, 2e6}, {"a__b.sum", 7}, {"c__d.ratio", 0.5}}; }
  metric_profile collect(const std::vector<std::string>& names) {
    return collect_metrics(
        chip, cupti,
        [this] {
          cupti.note("launch");
          return 1.0;
        },
        names);
  }
  std::string failure(const std::vector<std::string>& names) {
    try {
      collect(names);
    } catch (const cannot_profile& e) {
      return e.what();
    }
    return "it did not fail";
  }
  fake_catalogue chip;
  fake_range_profiler cupti;
};

TEST_F(metrics, are_counted_over_one_launch) {
  const metric_profile profile = collect({"a__b.sum", "c__d.ratio"});
  EXPECT_EQ(cupti.calls, (std::vector<std::string>{"enable", "configure", "start", "launch", "stop",
                                                   "decode", "disable"}));
  EXPECT_EQ(profile.kernels, 1u);
  EXPECT_EQ(profile.replays, 3u);
  EXPECT_EQ(profile.values, chip.values) << "the kernel's duration too";
  EXPECT_DOUBLE_EQ(profile.kernel_seconds.value(), 2e-3);
  EXPECT_TRUE(profile.absent.empty());
  EXPECT_FALSE(profile.verified_after) << "the caller's to say";
}

TEST_F(metrics, that_the_chip_lacks_hinder_no_other) {
  const metric_profile profile = collect({"x__y.sum", "a__b.sum"});
  EXPECT_EQ(profile.values.at("a__b.sum"), 7);
  EXPECT_FALSE(profile.values.contains("x__y.sum"));
  EXPECT_EQ(profile.absent.at("x__y.sum"), "chip GX100 has no metric x__y.sum");
}

TEST_F(metrics, without_a_duration_have_no_kernel_seconds) {
  chip.values.erase(duration);
  const metric_profile profile = collect({"a__b.sum"});
  EXPECT_FALSE(profile.kernel_seconds);
  EXPECT_TRUE(profile.absent.contains(duration));
}

TEST_F(metrics, of_which_the_chip_has_none_are_an_error_before_any_call) {
  chip.values.clear();
  EXPECT_EQ(failure({"x__y.sum"}), "chip GX100 has none of the metrics asked for");
  EXPECT_TRUE(cupti.calls.empty());
}

TEST_F(metrics, that_are_not_finite_are_absent) {
  chip.values["a__b.sum"] = std::numeric_limits<double>::quiet_NaN();
  const metric_profile profile = collect({"a__b.sum"});
  EXPECT_FALSE(profile.values.contains("a__b.sum"));
  EXPECT_EQ(profile.absent.at("a__b.sum"), "the counters give no finite value");
}

TEST_F(metrics, of_several_kernels_are_those_of_the_longest) {
  cupti.kernels = 3;
  const metric_profile profile = collect({"a__b.sum"});
  EXPECT_EQ(profile.kernels, 3u);
  EXPECT_EQ(profile.values.at("a__b.sum"), 21);
  EXPECT_DOUBLE_EQ(profile.kernel_seconds.value(), 6e-3);
  EXPECT_DOUBLE_EQ(profile.all_kernels_seconds.value(), 12e-3);
}

TEST_F(metrics, of_several_kernels_need_their_durations) {
  cupti.kernels = 2;
  chip.values.erase(duration);
  EXPECT_EQ(failure({"a__b.sum"}),
            "the launch runs 2 kernels, and the chip does not count which takes the longest");
}

TEST_F(metrics, of_as_many_kernels_as_there_is_memory_for_are_an_error) {
  cupti.kernels = 256;
  EXPECT_EQ(failure({"a__b.sum"}), "the launch runs at least 256 kernels, too many to count");
  cupti.kernels = 255;
  EXPECT_EQ(collect({"a__b.sum"}).kernels, 255u);
}

TEST_F(metrics, of_no_kernel_are_an_error) {
  cupti.kernels = 0;
  EXPECT_EQ(failure({"a__b.sum"}), "the range profiler saw no kernel");
  EXPECT_EQ(cupti.calls.back(), "disable");
}

TEST_F(metrics, dropped_by_the_gpu_are_an_error) {
  cupti.on = [&](const std::string& call) {
    if (call == "decode") cupti.room = 0;
  };
  EXPECT_EQ(failure({"a__b.sum"}), "the launch runs at least 256 kernels, too many to count");
}

TEST_F(metrics, end_disabled_whatever_throws) {
  for (const char* call : {"configure", "start", "launch", "stop", "decode"}) {
    cupti.calls.clear();
    cupti.on = [&](const std::string& now) {
      if (now == call) throw cupti_error("cuptiCall", 35, "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES");
    };
    EXPECT_EQ(failure({"a__b.sum"}).find("no_permission: cuptiCall"), 0u) << call;
    EXPECT_EQ(cupti.calls.back(), "disable") << call;
  }
}

}  // namespace
}  // namespace codag::harness
