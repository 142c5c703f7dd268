// The CPU's energy counters, on trees of files like Linux's.
#include "harness/measure/power/rapl.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <fstream>
#include <functional>
#include <string>
#include <thread>

#include "harness/measure/power/energy_meter.hpp"
#include "harness/support/temporary_folder.hpp"

namespace codag::harness {
namespace {

namespace fs = std::filesystem;

class rapl : public testing::Test {
 protected:
  void write(const std::string& file, const std::string& text) const {
    fs::create_directories((tree() / file).parent_path());
    std::ofstream(tree() / file) << text << "\n";
  }
  void zone(const std::string& folder, const std::string& name, std::uint64_t energy,
            std::uint64_t range = 262'143'328'850) const {
    write(folder + "/name", name);
    write(folder + "/energy_uj", std::to_string(energy));
    write(folder + "/max_energy_range_uj", std::to_string(range));
  }
  void set(const std::string& folder, std::uint64_t energy) const {
    write(folder + "/energy_uj", std::to_string(energy));
  }
  [[nodiscard]] std::string refusal() const {
    try {
      cpu_energy cpu(tree());
      return cpu.source();
    } catch (const rapl_absent& e) {
      return e.what();
    }
  }
  [[nodiscard]] fs::path tree() const { return folder_.path() / "powercap"; }

  temporary_folder folder_;
};

TEST_F(rapl, sums_the_packages_and_their_memory) {
  zone("intel-rapl:0", "package-0", 1000);
  zone("intel-rapl:0/intel-rapl:0:0", "core", 7);
  zone("intel-rapl:0/intel-rapl:0:1", "dram", 20);
  zone("intel-rapl:1", "package-1", 500);
  // Linux lists zones below others a second time, and these measure the same or more.
  zone("intel-rapl:0:1", "dram", 20);
  zone("intel-rapl:2", "psys", 9000);
  zone("intel-rapl-mmio:0", "package-0", 1000);
  cpu_energy cpu(tree());
  EXPECT_EQ(cpu.source(), "rapl_packages_and_memory");
  EXPECT_EQ(cpu.microjoules(), 0u);
  for (const char* other :
       {"intel-rapl:0:1", "intel-rapl:2", "intel-rapl-mmio:0", "intel-rapl:0/intel-rapl:0:0"})
    set(other, 1'000'000);
  set("intel-rapl:0", 1300);
  set("intel-rapl:0/intel-rapl:0:1", 60);
  set("intel-rapl:1", 505);
  EXPECT_EQ(cpu.microjoules(), 300u + 40 + 5);
  EXPECT_EQ(cpu.microjoules(), 300u + 40 + 5);
}

TEST_F(rapl, a_counter_that_wraps_around_continues) {
  zone("intel-rapl:0", "package-0", 990, 999);
  zone("intel-rapl:1", "package-1", 5, 999);
  cpu_energy cpu(tree());
  EXPECT_EQ(cpu.source(), "rapl_packages");
  cpu.microjoules();
  set("intel-rapl:0", 9);  // 990 to 999, 0, and 1 to 9
  EXPECT_EQ(cpu.microjoules(), 19u);
  set("intel-rapl:0", 8);  // once around, but for one
  set("intel-rapl:1", 6);
  EXPECT_EQ(cpu.microjoules(), 19u + 999 + 1);
}

TEST_F(rapl, says_what_is_missing) {
  EXPECT_NE(refusal().find("no energy counter of a CPU is below " + tree().string()),
            std::string::npos);
  zone("intel-rapl:0", "psys", 1);
  EXPECT_NE(refusal().find("no energy counter"), std::string::npos);
  zone("intel-rapl:1", "package-0", 1);
  EXPECT_EQ(refusal(), "rapl_packages");
  fs::remove(tree() / "intel-rapl:1/energy_uj");
  EXPECT_NE(refusal().find("intel-rapl:1/energy_uj: cannot be read (No such file or directory); "
                           "run as root"),
            std::string::npos)
      << refusal();
  for (const char* text : {"", "-1", "12x", "99999999999999999999"}) {
    write("intel-rapl:1/energy_uj", text);
    EXPECT_NE(refusal().find("intel-rapl:1/energy_uj: "), std::string::npos) << text;
  }
}

/// A CPU that draws a constant power, and the time that its work takes.
class fake_cpu final : public workload, public meter_clock {
 public:
  fake_cpu(std::function<void(std::uint64_t)> set_energy, double watts)
      : set_energy_(std::move(set_energy)), watts_(watts) {}
  void poison() override {}
  verification outcome() override { return {.ok = true, .reason = {}, .chunk_status = {}}; }
  void launch() override {
    now_ += 0.03;
    set_energy_(static_cast<std::uint64_t>(watts_ * (now_ - 1000) * 1e6));
  }
  [[nodiscard]] double seconds() const override { return now_; }
  void wait(double seconds) override { now_ += seconds; }

 private:
  std::function<void(std::uint64_t)> set_energy_;
  double watts_, now_ = 1000;
};

TEST_F(rapl, the_meter_gives_joules_of_the_launches_it_counts) {
  zone("intel-rapl:0", "package-0", 0);
  cpu_energy counters(tree());
  fake_cpu machine([&](std::uint64_t microjoules) { set("intel-rapl:0", microjoules); }, 80);
  const energy_facts facts = measure_energy(machine, counters, {.seconds = 2}, machine);
  EXPECT_EQ(facts.launches, 67u);  // of 30 ms; the second of warming up does not count
  EXPECT_NEAR(facts.seconds, 67 * 0.03, 1e-9);
  EXPECT_NEAR(facts.average_watts, 80, 0.01);
  EXPECT_NEAR(facts.joules, 80 * 67 * 0.03, 0.01);
  EXPECT_EQ(facts.source, "rapl_packages");
  EXPECT_FALSE(facts.throttle_reasons.has_value());
  EXPECT_FALSE(facts.no_throttle_reasons.empty());
}

TEST_F(rapl, a_counter_that_stands_still_is_refused) {
  zone("intel-rapl:0", "package-0", 77);
  cpu_energy counters(tree());
  fake_cpu machine([](std::uint64_t) {}, 80);
  EXPECT_THROW(measure_energy(machine, counters, {.seconds = 0.5}, machine), cannot_meter);
}

/// A counter that goes round between two readings of its own, one of which is asked for from time
/// to time: each reading finds it 15 J further on, and it goes round after 20 J.
class turning_counter final : public cpu_energy, public workload {
 public:
  turning_counter(const fs::path& tree, std::function<void(std::uint64_t)> set_energy)
      : cpu_energy(tree), set_energy_(std::move(set_energy)) {}
  std::uint64_t microjoules() override {
    joules_ += 15;
    set_energy_(joules_ * 1'000'000 % range);
    const std::uint64_t sum = cpu_energy::microjoules();
    ++readings_;
    return sum;
  }
  void poison() override {}
  verification outcome() override { return {.ok = true, .reason = {}, .chunk_status = {}}; }
  /// A launch that takes as long as some readings, if anybody reads meanwhile.
  void launch() override {
    const int enough = readings_ + 6;
    for (int ms = 0; begun && readings_ < enough && ms < 20'000; ++ms)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  static constexpr std::uint64_t range = 20'000'000;
  std::atomic<bool> begun = false;
  [[nodiscard]] int readings() const { return readings_; }

 private:
  std::function<void(std::uint64_t)> set_energy_;
  std::uint64_t joules_ = 0;
  std::atomic<int> readings_ = 0;
};

/// The time of one long launch; the second of warming up has passed at once.
class one_launch_clock final : public meter_clock {
 public:
  explicit one_launch_clock(turning_counter& cpu) : cpu_(cpu) {}
  [[nodiscard]] double seconds() const override {
    // The readings are: begin and end of warming up, then begin and end of the measured launch.
    if (++calls_ > 2) cpu_.begun = true;
    return 1000.0 * calls_;
  }
  void wait(double) override {}

 private:
  turning_counter& cpu_;
  mutable int calls_ = 0;
};

TEST_F(rapl, a_counter_that_goes_round_within_a_launch_loses_no_energy) {
  zone("intel-rapl:0", "package-0", 0, turning_counter::range - 1);
  turning_counter cpu(tree(), [&](std::uint64_t microjoules) { set("intel-rapl:0", microjoules); });
  EXPECT_NEAR(cpu.longest_pause_s(), 0.005, 1e-6) << "20 J at 2000 W, halved";
  one_launch_clock clock(cpu);
  const energy_facts facts = measure_energy(cpu, cpu, {.seconds = 1}, clock);
  EXPECT_EQ(facts.launches, 1u);
  EXPECT_GE(cpu.readings(), 8) << "nobody reads within the launch";
  EXPECT_NEAR(facts.joules, 15.0 * (cpu.readings() - 1), 1e-3);
}

TEST_F(rapl, a_counter_that_is_gone_in_between_is_an_error) {
  zone("intel-rapl:0", "package-0", 0, 1'000'000);
  cpu_energy cpu(tree());
  energy_keeper keeper(cpu);
  keeper.microjoules();
  fs::remove(tree() / "intel-rapl:0/energy_uj");
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_THROW(keeper.microjoules(), rapl_absent);
}

}  // namespace
}  // namespace codag::harness
