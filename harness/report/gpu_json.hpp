// A GPU as JSON in the report's provenance.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "harness/measure/gpu/gpu.hpp"
#include "harness/measure/gpu/gpu_state.hpp"
#include "harness/measure/power/nvml.hpp"

namespace codag::harness {

/// The GPU's properties, with one key per property.
nlohmann::json gpu_json(const cuda::gpu_facts& gpu);

/// The GPU's power facts from NVML: {"mig_mode": "enabled" or "disabled", "power_limit_watts": the
/// enforced limit, "nvml_version": "13.580.1", "energy_counter": true, "absent": {key: why it is
/// null}}.
nlohmann::json power_json(const nvml_gpu& gpu);

/// The same for the GPU with this PCI bus id. All values are null if NVML is absent.
nlohmann::json power_json(const std::string& pci_bus_id, const std::string& library = nvml_library);

/// The state of the machine's GPUs at this moment, an object per GPU; null if it is not known. A
/// value that NVML did not give is null, with the reason under the GPU's "absent".
nlohmann::json gpu_state_json(const gpu_states& states);

}  // namespace codag::harness
