// Readings of a GPU that several parts of the harness take from NVML.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/measure/gpu/nvml_session.hpp"

namespace codag::harness {

/// The domains of a clock that are read here (nvmlClockType_t).
enum nvml_clock : unsigned { nvml_sm_clock = 1, nvml_memory_clock = 2 };

/// A process that uses a GPU, by the number that NVML gives it: in a container that may be the
/// host's.
struct gpu_process {
  unsigned pid = 0;
  std::uint64_t memory_bytes = 0;  ///< 0 if NVML does not know
};

/// The GPU with this PCI bus id, as CUDA writes it ("0000:65:00.0"). An index would not do, because
/// NVML and CUDA number GPUs differently. Throws nvml_absent.
nvml_device* device_at(const nvml_session& nvml, const std::string& pci_bus_id);

/// The GPU or the MIG instance with this UUID ("GPU-...", "MIG-..."). Throws nvml_absent.
nvml_device* device_of(const nvml_session& nvml, const std::string& uuid);

/// One bit per reason for which the clock is reduced now
/// (harness/measure/power/throttle_reasons.hpp).
nvml_reading<std::uint64_t> clock_event_reasons(const nvml_session& nvml, nvml_device* device);

nvml_reading<bool> mig_enabled(const nvml_session& nvml, nvml_device* device);

/// The processes that compute or draw on the device, each once, this one included.
nvml_reading<std::vector<gpu_process>> processes_on(const nvml_session& nvml, nvml_device* device);

}  // namespace codag::harness
