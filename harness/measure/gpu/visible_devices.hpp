// The GPUs and the MIG instances that a process started here may use, by UUID.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/measure/gpu/gpu.hpp"
#include "harness/measure/gpu/nvml_session.hpp"

namespace codag::harness {

/// A part of a GPU that MIG makes a device of its own. CUDA shows a process one instance at most,
/// so the driver's own listing is the only place that has all of them.
struct mig_instance {
  std::string name;  ///< its profile and its number on the GPU: "MIG 1g.18gb Device 0"
  std::string uuid;  ///< "MIG-a65afc88-50b5-5ccf-b0a8-f93b3247ae9e"
  std::string gpu;   ///< the GPU's name: "NVIDIA H200"
};

/// The MIG instances of this machine, as NVML lists them. Empty if MIG is off everywhere or there
/// is no NVML.
std::vector<mig_instance> read_mig_instances(const std::string& library = nvml_library);

/// The devices that CUDA_VISIBLE_DEVICES leaves visible: those that CUDA shows, in its order, and
/// then the instances that it does not show, either all of them or those whose UUIDs the variable
/// names. `variable` is its value; std::nullopt if it is not set.
std::vector<gpu_device> join_devices(std::vector<gpu_device> shown_by_cuda,
                                     const std::vector<mig_instance>& instances,
                                     const std::optional<std::string>& variable);

/// The same for this process. Call it only if cuda::why_no_gpu() returns std::nullopt.
std::vector<gpu_device> visible_devices();

}  // namespace codag::harness
