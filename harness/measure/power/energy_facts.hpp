// The result of a case's energy measurement.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace codag::harness {

/// The energy of launches that ran back to back. On a GPU, it is that of the whole board, as NVML
/// reports it; on the CPU, that of its packages. Idle power is not subtracted.
struct energy_facts {
  double seconds = 0;  ///< from the start of the first launch to the end of the last one
  std::uint64_t launches = 0;
  double average_watts = 0;
  double joules = 0;  ///< average_watts * seconds
  /// What the energy was read from. On a GPU: "total_energy_counter", or "power_samples" if there
  /// is no such counter. On a CPU: cpu_energy::source().
  std::string source;
  std::optional<std::vector<std::string>> throttle_reasons;  ///< all that were seen
  std::string no_throttle_reasons;                           ///< why they are unknown
};

}  // namespace codag::harness
