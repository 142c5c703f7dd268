// The meter's sequence, on a GPU, an NVML and a clock that are made up: no test waits.
#include "harness/measure/power/energy_meter.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "harness/measure/power/throttle_reasons.hpp"

namespace codag::harness {
namespace {

/// A GPU that draws one power while a kernel runs and another while it waits, with a counter that
/// moves in steps; and the clock, which moves when something takes time.
struct machine {
  double kernel_s = 0.003;
  double busy_watts = 600, idle_watts = 100;
  double counter_step_s = 0.1;
  double reading_s = 0.001;  ///< that one reading of NVML takes
  bool has_counter = true, has_power = true, has_reasons = true;
  bool counter_stands = false;
  nvml_reading<bool> mig{false, {}};
  std::function<std::uint64_t(double now)> reasons = [](double) { return std::uint64_t{0}; };
  std::function<void(machine&)> on_reading = [](machine&) {};

  double now = 1000;
  double busy_until = 0;
  std::uint64_t launches = 0;

  /// Time goes on; the energy of each stretch is what the GPU did in it.
  void go_to(double then) {
    while (now < then) {
      const double step_end = (std::floor(now / counter_step_s + 1e-9) + 1) * counter_step_s;
      const double busy_end = now < busy_until ? busy_until : then;
      const double end = std::min({then, step_end, busy_end});
      joules_ += (now < busy_until ? busy_watts : idle_watts) * (end - now);
      now = end;
      if (end == step_end && !counter_stands)
        counter_millijoules = static_cast<std::uint64_t>(joules_ * 1e3);
    }
  }
  std::uint64_t counter_millijoules = 0;

 private:
  double joules_ = 5'000'000;
};

class fake_clock final : public meter_clock {
 public:
  explicit fake_clock(machine& m) : m_(m) {}
  [[nodiscard]] double seconds() const override { return m_.now; }
  void wait(double seconds) override { m_.go_to(m_.now + seconds); }

 private:
  machine& m_;
};

class fake_workload final : public workload {
 public:
  explicit fake_workload(machine& m) : m_(m) {}
  void poison() override {}
  verification outcome() override { return {.ok = true, .reason = {}, .chunk_status = {}}; }
  timed_run run(bool) override { return {}; }
  void launch() override {
    m_.go_to(m_.now + 3e-6);  // what a launch costs the CPU
    m_.busy_until = std::max(m_.busy_until, m_.now) + m_.kernel_s;
    ++m_.launches;
  }
  void synchronize() override { m_.go_to(std::max(m_.now, m_.busy_until) + 1e-5); }

 private:
  machine& m_;
};

class fake_gpu final : public nvml_gpu {
 public:
  explicit fake_gpu(machine& m) : m_(m) {}
  [[nodiscard]] nvml_reading<std::uint64_t> total_energy_millijoules() const override {
    read();
    if (!m_.has_counter) return {std::nullopt, "energy: Not Supported"};
    return {m_.counter_millijoules, {}};
  }
  [[nodiscard]] nvml_reading<std::uint64_t> clock_event_reasons() const override {
    read();
    if (!m_.has_reasons) return {std::nullopt, "reasons: Not Supported"};
    return {m_.reasons(m_.now), {}};
  }
  [[nodiscard]] nvml_reading<unsigned> power_milliwatts() const override {
    read();
    if (!m_.has_power) return {std::nullopt, "power: Not Supported"};
    const double watts = m_.now < m_.busy_until ? m_.busy_watts : m_.idle_watts;
    return {static_cast<unsigned>(watts * 1e3), {}};
  }
  [[nodiscard]] nvml_reading<unsigned> power_limit_milliwatts() const override {
    return {700'000, {}};
  }
  [[nodiscard]] nvml_reading<bool> mig_enabled() const override { return m_.mig; }
  [[nodiscard]] nvml_reading<std::string> nvml_version() const override { return {"13.0", {}}; }

 private:
  void read() const {
    m_.go_to(m_.now + m_.reading_s);
    m_.on_reading(m_);
  }
  machine& m_;
};

energy_facts measured_on(machine& m, double seconds = 2) {
  fake_clock clock(m);
  fake_workload workload(m);
  return measure_energy(workload, fake_gpu(m), {.seconds = seconds}, clock);
}

/// What cannot_meter says.
std::string refusal_of(machine& m) {
  try {
    measured_on(m);
  } catch (const cannot_meter& e) {
    return e.what();
  }
  return "measured";
}

TEST(energy_meter, tells_the_power_of_the_busy_gpu) {
  machine m;
  const energy_facts e = measured_on(m);
  EXPECT_EQ(e.source, "total_energy_counter");
  EXPECT_NEAR(e.average_watts, 600, 6);
  EXPECT_DOUBLE_EQ(e.joules, e.average_watts * e.seconds);
  EXPECT_EQ(e.throttle_reasons, std::vector<std::string>{});
}

TEST(energy_meter, counts_the_launches_of_its_seconds_and_not_those_of_the_warm_up) {
  machine m;
  const energy_facts e = measured_on(m);
  EXPECT_GE(e.seconds, 2);
  EXPECT_NEAR(e.seconds / static_cast<double>(e.launches), m.kernel_s, 0.01 * m.kernel_s)
      << "back to back";
  EXPECT_NEAR(static_cast<double>(m.launches - e.launches) * m.kernel_s, 1, 0.3)
      << "a second of warm-up";
}

TEST(energy_meter, runs_as_long_as_the_config_asks) {
  for (const double seconds : {0.5, 7.0}) {
    machine m;
    const energy_facts e = measured_on(m, seconds);
    EXPECT_GE(e.seconds, seconds);
    EXPECT_LT(e.seconds, seconds + 0.5) << "a step of the counter at both ends";
  }
}

TEST(energy_meter, a_coarse_counter_gives_no_coarse_energy) {
  // Without waiting for its moves, half a second would be wrong by up to 40 %.
  for (const double phase : {0.0, 0.03, 0.07, 0.11, 0.19}) {
    machine m;
    m.counter_step_s = 0.2;
    m.now += phase;
    EXPECT_NEAR(measured_on(m, 0.5).average_watts, 600, 12) << phase;
  }
}

TEST(energy_meter, a_long_kernel_is_read_while_it_runs) {
  machine m;
  m.kernel_s = 0.37;
  const energy_facts e = measured_on(m);
  EXPECT_NEAR(e.average_watts, 600, 6);
  EXPECT_NEAR(e.seconds / static_cast<double>(e.launches), m.kernel_s, 0.001);
}

TEST(energy_meter, a_short_kernel_is_launched_many_times_at_once) {
  machine m;
  m.kernel_s = 2e-5;
  const energy_facts e = measured_on(m);
  EXPECT_NEAR(e.average_watts, 600, 12) << "NVML is not read while launches are handed over";
  EXPECT_NEAR(e.seconds / static_cast<double>(e.launches), m.kernel_s, 0.01 * m.kernel_s);
}

TEST(energy_meter, slow_readings_do_not_make_the_gpu_wait) {
  machine m;
  m.reading_s = 0.012;
  const energy_facts e = measured_on(m);
  EXPECT_NEAR(e.seconds / static_cast<double>(e.launches), m.kernel_s, 0.02 * m.kernel_s);
  EXPECT_NEAR(e.average_watts, 600, 12);
}

TEST(energy_meter, without_the_counter_power_is_sampled) {
  machine m;
  m.has_counter = false;
  const energy_facts e = measured_on(m);
  EXPECT_EQ(e.source, "power_samples");
  EXPECT_GE(e.seconds, 2);
  EXPECT_NEAR(e.average_watts, 600, 0.001);
}

TEST(energy_meter, samples_are_weighted_by_their_time) {
  machine m;
  m.has_counter = false;
  const double halfway = m.now + 1 + 1;  // of the two seconds after the warm-up
  m.on_reading = [=](machine& it) { it.busy_watts = it.now < halfway ? 600 : 300; };
  EXPECT_NEAR(measured_on(m).average_watts, 450, 15);
}

TEST(energy_meter, a_gpu_that_tells_neither_is_refused_with_both_reasons) {
  machine m;
  m.has_counter = m.has_power = false;
  EXPECT_EQ(refusal_of(m), "energy: Not Supported; power: Not Supported");
}

TEST(energy_meter, mig_is_refused_before_anything_runs) {
  machine m;
  m.mig = {true, {}};
  EXPECT_NE(refusal_of(m).find("MIG is on"), std::string::npos);
  EXPECT_EQ(m.launches, 0u);
  m.mig = {std::nullopt, "MIG: Not Supported"};
  EXPECT_EQ(refusal_of(m), "measured") << "a GPU that knows no MIG";
}

TEST(energy_meter, a_counter_that_stands_still_ends_the_run) {
  machine m;
  m.counter_stands = true;
  const double begin = m.now;
  EXPECT_NE(refusal_of(m).find("did not change"), std::string::npos);
  EXPECT_LT(m.now - begin, 10);
}

TEST(energy_meter, a_counter_that_goes_back_ends_the_run) {
  machine m;
  const double later = m.now + 2;
  m.on_reading = [=](machine& it) {
    if (it.now > later) it.counter_millijoules = 7;
  };
  EXPECT_NE(refusal_of(m).find("went backwards"), std::string::npos);
}

TEST(energy_meter, a_gpu_that_is_lost_meanwhile_ends_the_run) {
  machine m;
  const double later = m.now + 2;
  m.on_reading = [=](machine& it) { it.has_counter = it.now < later; };
  EXPECT_EQ(refusal_of(m), "energy: Not Supported");
}

TEST(energy_meter, names_each_throttle_reason_seen_while_measuring) {
  machine m;
  const double warm = m.now + 1;
  m.reasons = [=](double now) -> std::uint64_t {
    if (now < warm) return 0x1;  // gpu_idle, before
    return now < warm + 0.5 ? 0x4 : now < warm + 0.6 ? 0x44 : 0x200;
  };
  EXPECT_EQ(measured_on(m).throttle_reasons,
            (std::vector<std::string>{"sw_power_cap", "hw_thermal_slowdown", "bit_9"}));
}

TEST(energy_meter, throttle_reasons_that_are_not_told_are_absent) {
  machine m;
  m.has_reasons = false;
  const energy_facts e = measured_on(m);
  EXPECT_FALSE(e.throttle_reasons);
  EXPECT_EQ(e.no_throttle_reasons, "reasons: Not Supported");
}

TEST(throttle_reasons, have_nvmls_bits) {
  EXPECT_EQ(throttle_reasons(0), std::vector<std::string>{});
  EXPECT_EQ(throttle_reasons(0x1ff),
            std::vector<std::string>(throttle_reason_names.begin(), throttle_reason_names.end()));
  EXPECT_EQ(throttle_reasons(0x80), std::vector<std::string>{"hw_power_brake_slowdown"});
  EXPECT_EQ(throttle_reasons(1ull << 63), std::vector<std::string>{"bit_63"});
}

}  // namespace
}  // namespace codag::harness
