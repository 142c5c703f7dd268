// The state of the machine's GPUs at this moment, as NVML reports it.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "harness/measure/gpu/nvml_session.hpp"

namespace codag::harness {

/// One GPU. A value is text as nvidia-smi prints it without units. A value that this GPU or driver
/// does not have is absent, with NVML's reason; the others are there all the same.
struct gpu_state {
  using text = nvml_reading<std::string>;
  std::string index;  ///< NVML's number of the GPU
  text name, pci_bus_id, driver;
  text sm_mhz, max_sm_mhz, memory_mhz;
  text power_limit_watts, default_power_limit_watts;
  text ecc, mig, persistence;  ///< "Enabled" or "Disabled"
  text clock_reasons;          ///< what reduces the clock now: a bit mask, "0x0000000000000001"
  text free_mib, total_mib, temperature_c;
  nvml_reading<unsigned> processes;  ///< other processes that use it; codag's own do not count
};

/// The state of every GPU of the machine, or the reason why there is none, with the remedy.
struct gpu_states {
  std::vector<gpu_state> gpus;
  std::string absent;
  bool hangs = false;  ///< the driver did not answer; it should be asked nothing more
};

/// A driver without persistence mode loads firmware first, which takes seconds per GPU.
inline constexpr std::chrono::seconds driver_patience{30};

/// Returns after `patience` at the latest, also if the driver hangs.
gpu_states read_gpu_states(const std::string& library = nvml_library,
                           std::chrono::duration<double> patience = driver_patience);

}  // namespace codag::harness
