#include "harness/measure/power/nvml.hpp"

#include "harness/measure/gpu/nvml_readings.hpp"

namespace codag::harness {
namespace {

nvml_reading<std::uint64_t> widened(const nvml_reading<unsigned long long>& reading) {
  return {reading.value, reading.absent};
}

class driver_gpu final : public nvml_gpu {
 public:
  driver_gpu(const std::string& pci_bus_id, const std::string& library)
      : nvml_(library), device_(device_at(nvml_, pci_bus_id)) {}

  [[nodiscard]] nvml_reading<std::uint64_t> total_energy_millijoules() const override {
    return widened(nvml_.read<unsigned long long>("nvmlDeviceGetTotalEnergyConsumption", device_));
  }
  [[nodiscard]] nvml_reading<std::uint64_t> clock_event_reasons() const override {
    return harness::clock_event_reasons(nvml_, device_);
  }
  [[nodiscard]] nvml_reading<unsigned> power_milliwatts() const override {
    return nvml_.read<unsigned>("nvmlDeviceGetPowerUsage", device_);
  }
  [[nodiscard]] nvml_reading<unsigned> power_limit_milliwatts() const override {
    return nvml_.read<unsigned>("nvmlDeviceGetEnforcedPowerLimit", device_);
  }
  [[nodiscard]] nvml_reading<bool> mig_enabled() const override {
    return harness::mig_enabled(nvml_, device_);
  }
  [[nodiscard]] nvml_reading<std::string> nvml_version() const override {
    return nvml_.read_text("nvmlSystemGetNVMLVersion", version_bytes);
  }

 private:
  static constexpr unsigned version_bytes = 80;  // NVML_SYSTEM_NVML_VERSION_BUFFER_SIZE

  nvml_session nvml_;
  nvml_device* device_;
};

}  // namespace

std::unique_ptr<nvml_gpu> open_nvml(const std::string& pci_bus_id, const std::string& library) {
  return std::make_unique<driver_gpu>(pci_bus_id, library);
}

}  // namespace codag::harness
