#include "harness/measure/gpu/gpu_state.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>

#include "harness/measure/gpu/nvml_readings.hpp"
#include "harness/measure/gpu/own_processes.hpp"
#include "harness/support/within.hpp"

namespace codag::harness {
namespace {

/// The reading as text.
template <class T, class F>
gpu_state::text shown(const nvml_reading<T>& reading, const F& as_text) {
  if (!reading.value) return {std::nullopt, reading.absent};
  return {as_text(*reading.value), {}};
}

template <class... Values>
std::string printed(const char* format, Values... values) {
  std::array<char, 32> buffer{};
  std::snprintf(buffer.data(), buffer.size(), format, values...);
  return buffer.data();
}

std::string switched(unsigned on) {
  return on == 0 ? "Disabled" : "Enabled";
}

struct memory_info {  // nvmlMemory_t
  unsigned long long total, free, used;
};

struct pci_info {  // nvmlPciInfo_t
  std::array<char, 16> short_bus_id;
  unsigned domain, bus, device, device_id, subsystem_id;
  std::array<char, 32> bus_id;
};

/// Reads one GPU.
class gpu_reader {
 public:
  gpu_reader(const nvml_session& nvml, nvml_device* device) : nvml_(nvml), device_(device) {}

  [[nodiscard]] gpu_state state(unsigned index) const {
    const auto memory = nvml_.read<memory_info>("nvmlDeviceGetMemoryInfo", device_);
    const auto mib = [](unsigned long long bytes) { return std::to_string(bytes >> 20); };
    return {
        .index = std::to_string(index),
        .name = nvml_.read_text("nvmlDeviceGetName", name_bytes, device_),
        .pci_bus_id = shown(nvml_.read<pci_info>("nvmlDeviceGetPciInfo_v3", device_),
                            [](const pci_info& its) { return std::string(its.bus_id.data()); }),
        .driver = nvml_.read_text("nvmlSystemGetDriverVersion", name_bytes),
        .sm_mhz = number("nvmlDeviceGetClockInfo", nvml_sm_clock),
        .max_sm_mhz = number("nvmlDeviceGetMaxClockInfo", nvml_sm_clock),
        .memory_mhz = number("nvmlDeviceGetClockInfo", nvml_memory_clock),
        .power_limit_watts = watts("nvmlDeviceGetPowerManagementLimit"),
        .default_power_limit_watts = watts("nvmlDeviceGetPowerManagementDefaultLimit"),
        .ecc = shown(nvml_.read_present<unsigned>("nvmlDeviceGetEccMode", device_), switched),
        .mig = shown(mig_enabled(nvml_, device_), switched),
        .persistence =
            shown(nvml_.read<unsigned>("nvmlDeviceGetPersistenceMode", device_), switched),
        .clock_reasons = shown(clock_event_reasons(nvml_, device_),
                               [](unsigned long long bits) { return printed("0x%016llx", bits); }),
        .free_mib = shown(memory, [&](const memory_info& m) { return mib(m.free); }),
        .total_mib = shown(memory, [&](const memory_info& m) { return mib(m.total); }),
        .temperature_c = number("nvmlDeviceGetTemperature", 0),  // NVML_TEMPERATURE_GPU
        .processes = others()};
  }

 private:
  static constexpr unsigned name_bytes = 96;  // NVML_DEVICE_NAME_V2_BUFFER_SIZE; versions need 80

  [[nodiscard]] gpu_state::text number(const char* name, unsigned which) const {
    return shown(nvml_.read<unsigned>(name, device_, which),
                 [](unsigned value) { return std::to_string(value); });
  }
  [[nodiscard]] gpu_state::text watts(const char* name) const {
    return shown(nvml_.read<unsigned>(name, device_),
                 [](unsigned milliwatts) { return printed("%.2f", milliwatts * 1e-3); });
  }
  [[nodiscard]] nvml_reading<unsigned> others() const {
    const auto all = processes_on(nvml_, device_);
    if (!all.value) return {std::nullopt, all.absent};
    const auto count = std::ranges::count_if(
        *all.value, [](const gpu_process& one) { return !is_own_process(one.pid); });
    return {static_cast<unsigned>(count), {}};
  }

  const nvml_session& nvml_;
  nvml_device* device_;
};

gpu_states read_all(const std::string& library) {
  gpu_states all;
  try {
    const nvml_session nvml(library);
    const auto count = nvml.read<unsigned>("nvmlDeviceGetCount_v2");
    if (!count.value) throw nvml_absent(count.absent);
    for (unsigned i = 0; i < *count.value; ++i)
      all.gpus.push_back(gpu_reader(nvml, nvml.find_device("nvmlDeviceGetHandleByIndex_v2", i,
                                                           "GPU " + std::to_string(i)))
                             .state(i));
    if (all.gpus.empty()) all.absent = "NVML lists no GPU";
  } catch (const nvml_absent& e) {
    all.absent = e.what();
  }
  return all;
}

}  // namespace

gpu_states read_gpu_states(const std::string& library, std::chrono::duration<double> patience) {
  const auto answer = within(patience, [library] { return read_all(library); });
  if (answer) return *answer;
  return {.gpus = {},
          .absent = "NVML did not answer within " + printed("%.0f", patience.count()) +
                    " s: the NVIDIA driver hangs; see dmesg, and restart the machine",
          .hangs = true};
}

}  // namespace codag::harness
