// What NVML says of one GPU: energy, power, why its clock is held down. It only reads; no setting
// is ever changed.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

namespace codag::harness {

/// NVML is not here or does not know the GPU: what() is why, with the remedy.
struct nvml_absent : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A value, or why NVML does not give it: "nvmlDeviceGetPowerUsage: Not Supported".
template <class T>
struct nvml_reading {
  std::optional<T> value;
  std::string absent;  ///< empty if there is a value
};

/// One GPU. Under MIG every reading is the whole GPU's, whichever instance asks.
class nvml_gpu {
 public:
  nvml_gpu() = default;
  nvml_gpu(const nvml_gpu&) = delete;
  nvml_gpu& operator=(const nvml_gpu&) = delete;
  virtual ~nvml_gpu() = default;

  /// Energy since the driver was loaded. Volta and newer have it.
  [[nodiscard]] virtual nvml_reading<std::uint64_t> total_energy_millijoules() const = 0;
  /// A bit a reason that holds the clock down now: harness/measure/power/throttle_reasons.hpp.
  [[nodiscard]] virtual nvml_reading<std::uint64_t> clock_event_reasons() const = 0;
  /// Power of the GPU and its memory: the mean of the last second on Ampere (but GA100) and newer,
  /// the present one before.
  [[nodiscard]] virtual nvml_reading<unsigned> power_milliwatts() const = 0;
  /// The lowest of all power limits that hold.
  [[nodiscard]] virtual nvml_reading<unsigned> power_limit_milliwatts() const = 0;
  [[nodiscard]] virtual nvml_reading<bool> mig_enabled() const = 0;
};

/// The driver's NVML, found at run time: the program must start on a machine without a driver.
inline constexpr const char* nvml_library = "libnvidia-ml.so.1";

/// The GPU with that PCI bus id ("0000:65:00.0", as CUDA says it: NVML's indices are not CUDA's).
/// Throws nvml_absent.
std::unique_ptr<nvml_gpu> open_nvml(const std::string& pci_bus_id,
                                    const std::string& library = nvml_library);

}  // namespace codag::harness
