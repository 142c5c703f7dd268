// What a case's energy measurement found.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace codag::harness {

/// Of launches that ran back to back on a warm GPU. The energy is the whole board's as NVML has it:
/// what the GPU would draw idle is not subtracted.
struct energy_facts {
  double seconds = 0;  ///< of all launches, from the first one's begin to the last one's end
  std::uint64_t launches = 0;
  double average_watts = 0;
  double joules = 0;   ///< average_watts for `seconds`
  std::string source;  ///< "total_energy_counter", or "power_samples" where the GPU has none
  std::optional<std::vector<std::string>> throttle_reasons;  ///< each that was seen at any time
  std::string no_throttle_reasons;                           ///< why they are not known
};

}  // namespace codag::harness
