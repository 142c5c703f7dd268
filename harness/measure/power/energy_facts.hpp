// The result of a case's energy measurement.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace codag::harness {

/// The energy of launches that ran back to back on a warm GPU. It is the energy of the whole board,
/// as NVML reports it; idle power is not subtracted.
struct energy_facts {
  double seconds = 0;  ///< from the start of the first launch to the end of the last one
  std::uint64_t launches = 0;
  double average_watts = 0;
  double joules = 0;   ///< average_watts * seconds
  std::string source;  ///< "total_energy_counter"; "power_samples" without one
  std::optional<std::vector<std::string>> throttle_reasons;  ///< all that were seen
  std::string no_throttle_reasons;                           ///< why they are unknown
};

}  // namespace codag::harness
