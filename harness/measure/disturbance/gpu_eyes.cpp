#include "harness/measure/disturbance/gpu_eyes.hpp"

#include "harness/measure/gpu/gpu.hpp"
#include "harness/measure/gpu/own_processes.hpp"

namespace codag::harness {
namespace {

/// NVML's view of GPU 0. Under MIG the processes are those of the instance, and the rest is the
/// whole GPU's.
class nvml_eyes {
 public:
  explicit nvml_eyes(const std::function<void()>& use_gpu)
      : gpu_(device_at(nvml_, cuda::pci_bus_id())),
        neighbours_(nvml_, device_of(nvml_, cuda::describe_gpu().uuid), use_gpu,
                    [](unsigned pid) { return is_own_process(pid); }) {}

  void look(gpu_sight& sight) {
    sight.neighbours = neighbours_.look();
    sight.clock_reasons = clock_event_reasons(nvml_, gpu_);
    sight.memory_mhz =
        nvml_.read<unsigned>("nvmlDeviceGetClockInfo", gpu_, unsigned{nvml_memory_clock});
    sight.power_limit_milliwatts = nvml_.read<unsigned>("nvmlDeviceGetPowerManagementLimit", gpu_);
  }

 private:
  nvml_session nvml_;
  nvml_device* gpu_;
  gpu_neighbours neighbours_;
};

class eyes_on_gpu_0 final : public gpu_eyes {
 public:
  eyes_on_gpu_0() {
    const auto use_gpu = [this] {
      if (!probe_) probe_ = cuda::make_gpu_probe();
    };
    try {
      nvml_.emplace(use_gpu);
    } catch (const nvml_absent& e) {
      no_nvml_ = e.what();
    }
    use_gpu();
  }

  gpu_sight look() override {
    // The probe wakes a GPU that has lowered its clocks, so that NVML is asked about a busy one.
    gpu_sight sight{.neighbours = {std::nullopt, no_nvml_},
                    .clock_reasons = {std::nullopt, no_nvml_},
                    .memory_mhz = {std::nullopt, no_nvml_},
                    .power_limit_milliwatts = {std::nullopt, no_nvml_},
                    .probe = probe_->run()};
    if (nvml_) nvml_->look(sight);
    return sight;
  }

 private:
  std::unique_ptr<gpu_probe> probe_;
  std::optional<nvml_eyes> nvml_;
  std::string no_nvml_;
};

}  // namespace

std::unique_ptr<gpu_eyes> open_gpu_eyes() {
  return std::make_unique<eyes_on_gpu_0>();
}

}  // namespace codag::harness
