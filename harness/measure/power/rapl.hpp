// The energy of the CPU, by its own counters (RAPL: running average power limit).
#pragma once

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
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

  /// The energy of all counters since the first call, which returns 0. A counter that has wrapped
  /// around continues where it was, provided that it has not gone round twice since the last call:
  /// a counter of 32 bits takes minutes. Throws rapl_absent if a counter cannot be read any more.
  std::uint64_t microjoules();

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

}  // namespace codag::harness
