// Readings of one GPU through NVML: energy, power, and the reasons for a reduced clock. Nothing
// here changes a setting.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "harness/measure/gpu/nvml_session.hpp"

namespace codag::harness {

/// One GPU. Under MIG every reading is for the whole GPU, whichever instance asks.
class nvml_gpu {
 public:
  nvml_gpu() = default;
  nvml_gpu(const nvml_gpu&) = delete;
  nvml_gpu& operator=(const nvml_gpu&) = delete;
  virtual ~nvml_gpu() = default;

  /// The energy since the driver was loaded. Volta and newer GPUs support it.
  [[nodiscard]] virtual nvml_reading<std::uint64_t> total_energy_millijoules() const = 0;
  /// One bit per reason for which the clock is reduced now; see
  /// harness/measure/power/throttle_reasons.hpp.
  [[nodiscard]] virtual nvml_reading<std::uint64_t> clock_event_reasons() const = 0;
  /// The power of the GPU and its memory. On Ampere (except GA100) and newer it is the mean of the
  /// last second, on older GPUs the instantaneous power.
  [[nodiscard]] virtual nvml_reading<unsigned> power_milliwatts() const = 0;
  /// The lowest of all power limits in effect.
  [[nodiscard]] virtual nvml_reading<unsigned> power_limit_milliwatts() const = 0;
  [[nodiscard]] virtual nvml_reading<bool> mig_enabled() const = 0;
  /// The version of the library: "13.580.159.04".
  [[nodiscard]] virtual nvml_reading<std::string> nvml_version() const = 0;
};

/// The GPU with this PCI bus id, as CUDA writes it ("0000:65:00.0"). An index would not do, because
/// NVML and CUDA number GPUs differently. Throws nvml_absent.
std::unique_ptr<nvml_gpu> open_nvml(const std::string& pci_bus_id,
                                    const std::string& library = nvml_library);

}  // namespace codag::harness
