// What NVML says of a GPU's power settings, for the report.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "harness/power/nvml.hpp"

namespace codag::harness {

/// {"mig_mode": "enabled" or "disabled", "power_limit_watts": the enforced one, "energy_counter":
/// true, "absent": {key: why it is null}}.
nlohmann::json describe_power(const nvml_gpu& gpu);

/// The same of the GPU with that PCI bus id; all null where NVML is absent.
nlohmann::json describe_power(const std::string& pci_bus_id,
                              const std::string& library = nvml_library);

}  // namespace codag::harness
