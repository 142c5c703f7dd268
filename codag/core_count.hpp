// The cores that this process may use.
#pragma once

#include <sched.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <thread>

namespace codag {

/// The number of threads that "all cores" stands for, at least 1: the cores of the process's
/// affinity mask (`taskset`, a batch system), or fewer if its control group has a CPU quota (a
/// container). The value is determined once.
inline unsigned core_count() {
  static const unsigned cores = [] {
    unsigned n = std::max(std::thread::hardware_concurrency(), 1u);
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0)
      n = static_cast<unsigned>(std::max(CPU_COUNT(&allowed), 1));
    // "max 100000" without a quota, and then the first read fails.
    double quota = 0, period = 0;
    if (std::ifstream group("/sys/fs/cgroup/cpu.max"); group >> quota >> period && period > 0)
      n = std::min(n, static_cast<unsigned>(std::max(std::ceil(quota / period), 1.0)));
    return n;
  }();
  return cores;
}

}  // namespace codag
