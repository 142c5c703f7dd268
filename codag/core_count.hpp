// The cores that this process may use.
#pragma once

#include <sched.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <thread>

#include "codag/control_group.hpp"

namespace codag {

/// At most `cores`, or what the smallest CPU quota of the process's control groups allows, rounded
/// up; at least 1.
inline unsigned cores_of_quota(unsigned cores, const std::filesystem::path& root = "/") {
  for (const std::filesystem::path& group : control_groups("cpu", root)) {
    double quota = 0, period = 0;
    // Without a quota the first file says "max 100000", or the second one -1.
    const bool limited = (std::ifstream(group / "cpu.max") >> quota >> period) ||
                         (std::ifstream(group / "cpu.cfs_quota_us") >> quota &&
                          std::ifstream(group / "cpu.cfs_period_us") >> period);
    if (limited && quota > 0 && period > 0)
      cores = std::min(cores, static_cast<unsigned>(std::max(std::ceil(quota / period), 1.0)));
  }
  return cores;
}

/// The number of threads that "all cores" stands for, at least 1: the cores of the process's
/// affinity mask (`taskset`, a batch system), or fewer if its control groups have a CPU quota (a
/// container). The value is determined once.
inline unsigned core_count() {
  static const unsigned cores = [] {
    unsigned n = std::max(std::thread::hardware_concurrency(), 1u);
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0)
      n = static_cast<unsigned>(std::max(CPU_COUNT(&allowed), 1));
    return cores_of_quota(n);
  }();
  return cores;
}

}  // namespace codag
