// The state of the machine's GPUs at this moment, as nvidia-smi reports it.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace codag::harness {

/// One GPU. A value that this GPU or driver does not have is "[N/A]" or the like, in nvidia-smi's
/// words.
struct gpu_state {
  std::string index, name, pci_bus_id, driver;
  std::string sm_mhz, max_sm_mhz, memory_mhz;
  std::string power_limit_watts, default_power_limit_watts;
  std::string ecc, mig, persistence;  ///< "Enabled" or "Disabled"
  std::string clock_reasons;  ///< what reduces the clock now: a bit mask, "0x0000000000000001"
  std::string free_mib, total_mib, temperature_c;
  unsigned processes = 0;  ///< other processes that compute on it
};

/// The state of every GPU that nvidia-smi lists, or the reason why there is none, with the remedy.
struct gpu_states {
  std::vector<gpu_state> gpus;
  std::string absent;
};
gpu_states read_gpu_states();

/// The same from the output of the two queries, for tests.
gpu_states parse_gpu_states(const std::string& gpus, const std::string& processes);

}  // namespace codag::harness
