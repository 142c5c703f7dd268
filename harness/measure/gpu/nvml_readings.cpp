#include "harness/measure/gpu/nvml_readings.hpp"

#include <algorithm>
#include <utility>

namespace codag::harness {
namespace {

/// nvmlProcessInfo_t of the functions with the suffixes _v2 and _v3.
struct process_info {
  unsigned pid;
  unsigned long long used_bytes;
  unsigned gpu_instance, compute_instance;
};
constexpr unsigned long long memory_unknown = ~0ull;  // NVML_VALUE_NOT_AVAILABLE

/// The processes that one kind of function lists. Some may begin between the two calls.
nvml_reading<std::vector<process_info>> listed(const nvml_session& nvml, nvml_device* device,
                                               const std::string& kind) {
  std::string name = "nvmlDeviceGet" + kind + "RunningProcesses_v3";
  if (!nvml.has(name.c_str())) name.back() = '2';  // drivers before 510
  std::vector<process_info> all;
  for (unsigned count = 0;;) {
    const int code = nvml.call(name.c_str(), device, &count, all.data());
    if (code != nvml_success && code != nvml_insufficient_size)
      return {std::nullopt, nvml.why(name.c_str(), code)};
    if (code == nvml_success) {
      all.resize(count);
      return {std::move(all), {}};
    }
    count += 8;
    all.resize(count);
  }
}

}  // namespace

nvml_device* device_at(const nvml_session& nvml, const std::string& pci_bus_id) {
  return nvml.find_device("nvmlDeviceGetHandleByPciBusId_v2", pci_bus_id.c_str(),
                          "GPU " + pci_bus_id);
}

nvml_device* device_of(const nvml_session& nvml, const std::string& uuid) {
  return nvml.find_device("nvmlDeviceGetHandleByUUID", uuid.c_str(), uuid);
}

nvml_reading<std::uint64_t> clock_event_reasons(const nvml_session& nvml, nvml_device* device) {
  const char* name = "nvmlDeviceGetCurrentClocksEventReasons";
  if (!nvml.has(name)) name = "nvmlDeviceGetCurrentClocksThrottleReasons";  // drivers before 535
  const auto bits = nvml.read<unsigned long long>(name, device);
  return {bits.value, bits.absent};
}

nvml_reading<bool> mig_enabled(const nvml_session& nvml, nvml_device* device) {
  const auto mode = nvml.read_present<unsigned>("nvmlDeviceGetMigMode", device);
  if (!mode.value) return {std::nullopt, mode.absent};
  return {*mode.value == 1, {}};  // NVML_DEVICE_MIG_ENABLE
}

nvml_reading<std::vector<gpu_process>> processes_on(const nvml_session& nvml, nvml_device* device) {
  std::vector<gpu_process> all;
  for (const char* kind : {"Compute", "Graphics"}) {
    const auto some = listed(nvml, device, kind);
    if (!some.value) return {std::nullopt, some.absent};
    for (const process_info& one : *some.value)
      if (std::ranges::find(all, one.pid, &gpu_process::pid) == all.end())
        all.push_back({one.pid, one.used_bytes == memory_unknown ? 0 : one.used_bytes});
  }
  return {std::move(all), {}};
}

}  // namespace codag::harness
