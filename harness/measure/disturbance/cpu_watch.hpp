// Watches the samples of native code on the CPU.
#pragma once

#include <filesystem>
#include <functional>

#include "harness/measure/disturbance/watch.hpp"

namespace codag::harness {

/// How long the CPUs that this process may use have worked, and for whom. In seconds.
struct cpu_times {
  double now = 0;     ///< when it was read
  double busy = 0;    ///< all CPUs together, for whoever it was
  double stolen = 0;  ///< that a hypervisor gave to other virtual machines
  double own = 0;     ///< of this process and those that it has waited for
  unsigned cpus = 0;  ///< that this process may use
};

/// Reads TREE/stat; `own` is not read there. Everything but `now` is 0 if it cannot be read.
cpu_times read_cpu_times(const std::filesystem::path& tree = "/proc");

/// What disturbs: other processes that used cores which the case needs, and a hypervisor that took
/// time. The CPU time of this process is not counted; the load average is not read, because it
/// cannot be told from the load of the cases before.
class cpu_watch final : public watch {
 public:
  /// `cores` is how many of the CPUs a case uses.
  cpu_watch(std::function<cpu_times()> read, unsigned cores);

  void begin() override { first_ = read_(); }
  void between() override {}  // the counters have it all at the end
  std::vector<std::string> end() override;

 private:
  std::function<cpu_times()> read_;
  double cores_;
  cpu_times first_;
};

}  // namespace codag::harness
