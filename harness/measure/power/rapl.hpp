// The energy of the CPU, by its own counters (RAPL: running average power limit).
#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace codag::harness {

/// Thrown if the counters are absent or cannot be read. what() gives the reason and the remedy.
struct rapl_absent : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Where Linux shows them (Documentation/power/powercap/powercap.rst). The driver intel_rapl also
/// serves AMD's CPUs.
inline constexpr const char* powercap_tree = "/sys/class/powercap";

/// The counters of all CPU packages, and of their memory where it has one of its own: the zones
/// intel-rapl:N called "package-...", and below them those called "dram". A zone "psys", which
/// measures the platform, and zones of other drivers, which repeat these, do not count.
class cpu_energy {
 public:
  /// Throws rapl_absent.
  explicit cpu_energy(const std::filesystem::path& tree = powercap_tree);

  virtual ~cpu_energy() = default;
  cpu_energy(const cpu_energy&) = delete;
  cpu_energy& operator=(const cpu_energy&) = delete;

  /// The energy of all counters since the first call, which returns 0. A counter that has wrapped
  /// around continues where it was, provided that the last call was not longer ago than
  /// longest_pause_s(). Throws rapl_absent if a counter cannot be read any more.
  virtual std::uint64_t microjoules();

  /// Half of the time in which the fastest counter goes round at the highest power that a CPU
  /// package may draw.
  [[nodiscard]] double longest_pause_s() const;

  /// "rapl_packages", or "rapl_packages_and_memory".
  [[nodiscard]] std::string source() const;

 private:
  struct counter {
    std::filesystem::path file;  ///< energy_uj
    std::uint64_t range;         ///< max_energy_range_uj: the greatest value, after which comes 0
    std::uint64_t last = 0;
  };
  void add_zone(const std::filesystem::path& zone);

  std::vector<counter> counters_;
  bool begun_ = false, with_memory_ = false;
  std::uint64_t sum_ = 0;
};

/// Reads the counters from time to time, so that none goes round twice unseen however long a
/// launch takes. In its lifetime nobody else may read them.
class energy_keeper {
 public:
  explicit energy_keeper(cpu_energy& cpu);

  /// As cpu_energy::microjoules(). Throws what a reading from time to time has thrown.
  std::uint64_t microjoules();

 private:
  void keep(const std::stop_token& ends);

  cpu_energy& cpu_;
  std::mutex reading_;
  std::condition_variable_any ended_;
  std::exception_ptr failed_;
  std::jthread keeper_;  // the last member: it ends first
};

}  // namespace codag::harness
