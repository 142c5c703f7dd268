// The clock that slow samples are judged by: a GPU that its owner has locked yields numbers.
#include "harness/measure/gpu/allowed_clock.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "harness/measure/disturbance/watch.hpp"
#include "harness/measure/timing.hpp"

namespace codag::harness {
namespace {

using mhz_reading = nvml_reading<unsigned>;
using reasons_reading = nvml_reading<std::uint64_t>;

const mhz_reading no_application_clock{std::nullopt, "Not Supported"};

TEST(allowed_clock, is_what_a_busy_gpu_reaches_if_nothing_holds_it_down) {
  for (const std::uint64_t owners : {0x0, 0x2, 0x4, 0x10, 0x100}) {
    const allowed_clock found =
        clock_allowed_to(1200, 1980, no_application_clock, reasons_reading{owners, {}});
    EXPECT_DOUBLE_EQ(found.mhz, 1200) << owners;
    EXPECT_EQ(found.held_down_by, "") << owners;
  }
  EXPECT_DOUBLE_EQ(clock_allowed_to(2100, 1980, no_application_clock, reasons_reading{0, {}}).mhz,
                   1980);
}

TEST(allowed_clock, is_the_rated_one_if_heat_or_hardware_holds_it_down) {
  for (const std::uint64_t outside : {0x8, 0x20, 0x40, 0x80, 0x84})
    EXPECT_DOUBLE_EQ(
        clock_allowed_to(1200, 1980, no_application_clock, reasons_reading{outside, {}}).mhz, 1980)
        << outside;
  EXPECT_EQ(
      clock_allowed_to(1200, 1980, no_application_clock, reasons_reading{0x8 | 0x40 | 0x4, {}})
          .held_down_by,
      "hw_slowdown, hw_thermal_slowdown");
}

TEST(allowed_clock, is_not_learnt_from_an_idle_gpu_or_without_reasons) {
  EXPECT_EQ(clock_allowed_to(300, 1980, no_application_clock, reasons_reading{0x1, {}}).mhz, 1980);
  const allowed_clock unknown =
      clock_allowed_to(300, 1980, no_application_clock, {std::nullopt, "why: Not Supported"});
  EXPECT_EQ(unknown.mhz, 1980);
  EXPECT_EQ(unknown.held_down_by, "why: Not Supported");
}

TEST(allowed_clock, is_at_most_the_application_clock) {
  EXPECT_EQ(clock_allowed_to(900, 1980, {1200, {}}, reasons_reading{0x8, {}}).mhz, 1200);
  EXPECT_EQ(clock_allowed_to(900, 1980, {1200, {}}, {std::nullopt, "why"}).mhz, 1200);
}

TEST(allowed_clock, is_read_by_nvml) {
  const allowed_clock found = read_allowed_clock("0000:65:00.0", 900, 1980, FAKE_NVML_LIBRARY);
  EXPECT_EQ(found.mhz, 1200);
  EXPECT_EQ(found.held_down_by, "hw_power_brake_slowdown");
  EXPECT_EQ(read_allowed_clock("0000:65:00.0", 900, 1980, "libno-such-nvml.so.1").mhz, 1980);
}

/// A GPU that runs at one clock, whatever its rated one is.
class locked_gpu final : public workload {
 public:
  explicit locked_gpu(allowed_clock allowed) : allowed_(std::move(allowed)) {}
  void poison() override {}
  verification outcome() override { return {.ok = true, .reason = {}, .chunk_status = {}}; }
  void launch() override {}
  timed_run run(bool) override { return {.seconds = 1e-3, .sm_clock_mhz = 500}; }
  [[nodiscard]] double rated_clock_mhz() const override { return 1000; }
  allowed_clock find_allowed_clock() override {
    ++asked;
    return allowed_;
  }
  int asked = 0;

 private:
  allowed_clock allowed_;
};

TEST(allowed_clock, of_a_locked_gpu_keeps_its_samples) {
  locked_gpu gpu({500, {}});
  std::vector<repetition> rows;
  const sample_set samples = sample_times("case/hot", gpu, false, {.time_limit_s = 0.05}, rows);
  EXPECT_FALSE(samples.seconds.empty());
  EXPECT_EQ(samples.discarded_throttled, 0u);
  EXPECT_EQ(gpu.asked, 1) << "once is enough";
}

TEST(allowed_clock, names_what_holds_a_throttled_gpu_down) {
  locked_gpu gpu({1000, "hw_thermal_slowdown"});
  std::vector<repetition> rows;
  try {
    sample_times("case/hot", gpu, false, {.time_limit_s = 0.05}, rows);
    FAIL() << "every sample is throttled";
  } catch (const all_throttled& e) {
    EXPECT_NE(std::string(e.what()).find("below 750 MHz (hw_thermal_slowdown); wait until"),
              std::string::npos)
        << e.what();
  }
}

class counting_watch final : public watch {
 public:
  void begin() override {}
  void between() override { ++calls; }
  std::vector<std::string> end() override { return {}; }
  std::size_t calls = 0;
};

TEST(watch, may_look_before_each_sample) {
  locked_gpu gpu({500, {}});
  std::vector<repetition> rows;
  counting_watch watch;
  time_spec spec{.time_limit_s = 0.05};
  spec.watched_by = &watch;
  const sample_set samples = sample_times("case/hot", gpu, false, spec, rows);
  EXPECT_EQ(watch.calls, samples.seconds.size());
}

}  // namespace
}  // namespace codag::harness
