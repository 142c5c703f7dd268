#include "harness/power/describe_power.hpp"

namespace codag::harness {

using nlohmann::json;

json describe_power(const nvml_gpu& gpu) {
  json all = json::object(), absent = json::object();
  const auto put = [&](const char* key, const auto& reading, const auto& as_json) {
    all[key] = reading.value ? json(as_json(*reading.value)) : json(nullptr);
    if (!reading.value) absent[key] = reading.absent;
  };
  put("mig_mode", gpu.mig_enabled(), [](bool on) { return on ? "enabled" : "disabled"; });
  put("power_limit_watts", gpu.power_limit_milliwatts(), [](unsigned mw) { return mw / 1e3; });
  put("energy_counter", gpu.total_energy_millijoules(), [](std::uint64_t) { return true; });
  all["absent"] = std::move(absent);
  return all;
}

json describe_power(const std::string& pci_bus_id, const std::string& library) {
  try {
    return describe_power(*open_nvml(pci_bus_id, library));
  } catch (const nvml_absent& e) {
    json all = json::object(), absent = json::object();
    for (const char* key : {"mig_mode", "power_limit_watts", "energy_counter"}) {
      all[key] = nullptr;
      absent[key] = e.what();
    }
    all["absent"] = std::move(absent);
    return all;
  }
}

}  // namespace codag::harness
