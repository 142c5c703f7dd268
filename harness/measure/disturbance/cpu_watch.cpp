#include "harness/measure/disturbance/cpu_watch.hpp"

#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <thread>
#include <utility>

#include "harness/measure/disturbance/seconds_clock.hpp"

namespace codag::harness {
namespace {

// The counters tick every 10 ms on each CPU; in a shorter time they say too little.
constexpr double shortest_watch_s = 0.2;
// What a quiet machine does besides: less than a tenth of the cores, and in a short time not more
// than the ticks of the counters.
constexpr double most_others_share = 0.1, fewest_others_cores = 0.2;
constexpr double most_stolen_share = 0.01;

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

double own_seconds() {
  double sum = 0;
  for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage used{};
    getrusage(who, &used);
    sum += seconds_of(used.ru_utime) + seconds_of(used.ru_stime);
  }
  return sum;
}

std::string with_one_decimal(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.1f", value);
  return text.data();
}

}  // namespace

cpu_times read_cpu_times(const std::filesystem::path& tree) {
  cpu_times times{.now = steady_seconds(), .own = own_seconds()};
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof(allowed), &allowed) != 0) return times;
  const double tick_s = 1.0 / static_cast<double>(sysconf(_SC_CLK_TCK));
  std::ifstream in(tree / "stat");
  for (std::string line; std::getline(in, line);) {
    // "cpu3 user nice system idle iowait irq softirq steal ..."; the line "cpu  user ..." is the
    // sum of all CPUs, and %u would skip its blanks.
    unsigned cpu = 0;
    if (line.starts_with("cpu ") || std::sscanf(line.c_str(), "cpu%u", &cpu) != 1 ||
        cpu >= CPU_SETSIZE || !CPU_ISSET(cpu, &allowed))
      continue;
    std::istringstream words(line);
    std::string name;
    double user = 0, nice = 0, system = 0, idle = 0, waiting = 0, irq = 0, softirq = 0, steal = 0;
    words >> name >> user >> nice >> system >> idle >> waiting >> irq >> softirq >> steal;
    times.busy += (user + nice + system + irq + softirq) * tick_s;
    times.stolen += steal * tick_s;
    ++times.cpus;
  }
  return times;
}

cpu_watch::cpu_watch(std::function<cpu_times()> read, unsigned cores)
    : read_(std::move(read)), cores_(cores) {}

std::vector<std::string> cpu_watch::end() {
  cpu_times last = read_();
  if (const double left = shortest_watch_s - (last.now - first_.now); last.cpus > 0 && left > 0) {
    // The samples were shorter. Who disturbed them is still at work, or is not seen.
    std::this_thread::sleep_for(std::chrono::duration<double>(left));
    last = read_();
  }
  const double seconds = last.now - first_.now;
  if (last.cpus == 0 || seconds < shortest_watch_s) return {};
  std::vector<std::string> seen;
  const double others = (last.busy - first_.busy - (last.own - first_.own)) / seconds;
  const double unused = std::max(last.cpus - cores_, 0.0);
  if (others > unused + std::max(most_others_share * cores_, fewest_others_cores))
    seen.push_back("other processes used the CPU: " + with_one_decimal(others) + " of " +
                   std::to_string(last.cpus) + " cores");
  const double stolen = (last.stolen - first_.stolen) / (seconds * last.cpus);
  if (stolen > most_stolen_share)
    seen.push_back("the hypervisor took CPU time: " + with_one_decimal(100 * stolen) + " %");
  return seen;
}

}  // namespace codag::harness
