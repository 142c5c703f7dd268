#include "harness/report/gpu_json.hpp"

#include <nlohmann/json.hpp>

namespace codag::harness {

using nlohmann::json;

json gpu_json(const cuda::gpu_facts& gpu) {
  return {{"name", gpu.name},
          {"compute_capability", gpu.compute_capability},
          {"kernels_for", gpu.kernels_for},
          {"kernels_from_ptx", gpu.kernels_from_ptx},
          {"multiprocessors", gpu.multiprocessors},
          {"rated_sm_clock_mhz", gpu.rated_sm_clock_mhz},
          {"rated_memory_clock_mhz", gpu.rated_memory_clock_mhz},
          {"memory_bus_bits", gpu.memory_bus_bits},
          {"memory_bytes", gpu.memory_bytes},
          {"l2_bytes", gpu.l2_bytes},
          {"shared_bytes_per_multiprocessor", gpu.shared_bytes_per_multiprocessor},
          {"registers_per_multiprocessor", gpu.registers_per_multiprocessor},
          {"max_threads_per_multiprocessor", gpu.max_threads_per_multiprocessor},
          {"ecc", gpu.ecc},
          {"driver", gpu.driver ? json(*gpu.driver) : json(nullptr)},
          {"cuda_driver", gpu.cuda_driver},
          {"cuda_runtime", gpu.cuda_runtime},
          {"pci_bus_id", gpu.pci_bus_id},
          {"uuid", gpu.uuid}};
}

json power_json(const nvml_gpu& gpu) {
  json all = json::object(), absent = json::object();
  const auto put = [&](const char* key, const auto& reading, const auto& as_json) {
    all[key] = reading.value ? json(as_json(*reading.value)) : json(nullptr);
    if (!reading.value) absent[key] = reading.absent;
  };
  put("mig_mode", gpu.mig_enabled(), [](bool on) { return on ? "enabled" : "disabled"; });
  put("power_limit_watts", gpu.power_limit_milliwatts(), [](unsigned mw) { return mw / 1e3; });
  put("nvml_version", gpu.nvml_version(), [](const std::string& version) { return version; });
  put("energy_counter", gpu.total_energy_millijoules(), [](std::uint64_t) { return true; });
  all["absent"] = std::move(absent);
  return all;
}

json power_json(const std::string& pci_bus_id, const std::string& library) {
  try {
    return power_json(*open_nvml(pci_bus_id, library));
  } catch (const nvml_absent& e) {
    json all = json::object(), absent = json::object();
    for (const char* key : {"mig_mode", "power_limit_watts", "nvml_version", "energy_counter"}) {
      all[key] = nullptr;
      absent[key] = e.what();
    }
    all["absent"] = std::move(absent);
    return all;
  }
}

json gpu_state_json(const gpu_state& gpu) {
  json all = json::object(), absent = json::object();
  const auto put = [&](const char* key, const auto& reading) {
    all[key] = reading.value ? json(*reading.value) : json(nullptr);
    if (!reading.value) absent[key] = reading.absent;
  };
  put("name", gpu.name);
  put("pci_bus_id", gpu.pci_bus_id);
  put("sm_mhz", gpu.sm_mhz);
  put("memory_mhz", gpu.memory_mhz);
  put("power_limit_watts", gpu.power_limit_watts);
  put("default_power_limit_watts", gpu.default_power_limit_watts);
  put("ecc", gpu.ecc);
  put("mig", gpu.mig);
  put("persistence", gpu.persistence);
  put("clock_reasons", gpu.clock_reasons);
  put("free_mib", gpu.free_mib);
  put("temperature_c", gpu.temperature_c);
  put("processes", gpu.processes);
  if (!absent.empty()) all["absent"] = std::move(absent);
  return all;
}

json gpu_state_json(const gpu_states& states) {
  if (states.gpus.empty()) return nullptr;
  json all = json::array();
  for (const gpu_state& gpu : states.gpus) all.push_back(gpu_state_json(gpu));
  return all;
}

}  // namespace codag::harness
