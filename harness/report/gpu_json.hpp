// A GPU as the report's provenance has it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "harness/measure/gpu/gpu.hpp"
#include "harness/measure/power/nvml.hpp"

namespace codag::harness {

/// The facts, one key each.
nlohmann::json gpu_json(const cuda::gpu_facts& gpu);

/// What NVML says of the GPU's power: {"mig_mode": "enabled" or "disabled", "power_limit_watts":
/// the enforced one, "energy_counter": true, "absent": {key: why it is null}}.
nlohmann::json power_json(const nvml_gpu& gpu);

/// The same for the GPU with that PCI bus id; all null where NVML is absent.
nlohmann::json power_json(const std::string& pci_bus_id, const std::string& library = nvml_library);

}  // namespace codag::harness
