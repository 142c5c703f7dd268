// What a CPU's watch takes for a disturbance, from made readings.
#include "harness/measure/disturbance/cpu_watch.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <deque>
#include <fstream>
#include <utility>

#include "harness/support/temporary_folder.hpp"

namespace codag::harness {
namespace {

/// What is seen between the begin of time and a reading, of a case on so many cores.
std::vector<std::string> seen(const cpu_times& last, unsigned cores = 4) {
  std::deque<cpu_times> readings = {{.cpus = last.cpus}, last};
  cpu_watch watch(
      [&] {
        const cpu_times next = readings.front();
        if (readings.size() > 1) readings.pop_front();
        return next;
      },
      cores);
  watch.begin();
  watch.between();
  return watch.end();
}

TEST(cpu_watch, own_time_disturbs_nothing) {
  EXPECT_TRUE(seen({.now = 2, .busy = 8, .stolen = 0, .own = 8, .cpus = 4}).empty());
  EXPECT_TRUE(seen({.now = 2, .busy = 8.5, .stolen = 0, .own = 8, .cpus = 4}).empty())
      << "a quarter of a core is what a quiet machine does besides";
}

TEST(cpu_watch, other_processes_disturb_on_cores_that_the_case_needs) {
  const std::vector<std::string> others = {"other processes used the CPU: 1.5 of 4 cores"};
  EXPECT_EQ(seen({.now = 2, .busy = 8, .stolen = 0, .own = 5, .cpus = 4}), others);
  EXPECT_TRUE(seen({.now = 2, .busy = 8, .stolen = 0, .own = 5, .cpus = 4}, 2).empty())
      << "two cores are left for them";
}

TEST(cpu_watch, stolen_time_disturbs) {
  EXPECT_EQ(seen({.now = 2, .busy = 7, .stolen = 0.4, .own = 7, .cpus = 4}),
            std::vector<std::string>{"the hypervisor took CPU time: 5.0 %"});
}

// The counters tick so rarely that the watch goes on for a while after short samples.
TEST(cpu_watch, goes_on_after_short_samples) {
  std::vector<cpu_times> read{{.now = 0, .cpus = 4},
                              {.now = 0.1, .busy = 0, .own = 0, .cpus = 4},
                              {.now = 0.2, .busy = 0.8, .own = 0, .cpus = 4}};
  std::size_t at = 0;
  cpu_watch watch([&] { return read.at(at++); }, 4);
  watch.begin();
  EXPECT_EQ(watch.end(), std::vector<std::string>{"other processes used the CPU: 4.0 of 4 cores"});
  EXPECT_EQ(at, 3u);
}

TEST(cpu_watch, too_short_a_time_says_nothing) {
  EXPECT_TRUE(seen({.now = 0.1, .busy = 0.4, .stolen = 0.1, .own = 0.1, .cpus = 4}).empty());
}

TEST(cpu_watch, reads_the_cpus_that_this_process_may_use) {
  const temporary_folder folder;
  std::ofstream(folder.path() / "stat") << "cpu  0 9 9 9 9 9 9 9 0 0\n"
                                           "cpu0 100 200 300 9999 9999 400 500 700 77 88\n"
                                           "cpu100000 100 200 300 9999 9999 400 500 700 77 88\n"
                                           "intr 5\n";
  const cpu_times times = read_cpu_times(folder.path());
  const double tick_s = 1.0 / static_cast<double>(sysconf(_SC_CLK_TCK));
  if (times.cpus == 0) GTEST_SKIP() << "this process may not use CPU 0";
  EXPECT_EQ(times.cpus, 1u);
  EXPECT_DOUBLE_EQ(times.busy, 1500 * tick_s);
  EXPECT_DOUBLE_EQ(times.stolen, 700 * tick_s);
  EXPECT_GT(times.own, 0);
  EXPECT_EQ(read_cpu_times(folder.path() / "none").cpus, 0u);
  EXPECT_TRUE(seen(read_cpu_times(folder.path() / "none")).empty());
}

}  // namespace
}  // namespace codag::harness
