#include "harness/measure/gpu/visible_devices.hpp"

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "harness/measure/gpu/gpu_state.hpp"
#include "harness/support/within.hpp"

namespace codag::harness {
namespace {

constexpr unsigned text_bytes =
    96;  // NVML_DEVICE_NAME_V2_BUFFER_SIZE, NVML_DEVICE_UUID_V2_BUFFER_SIZE

/// The word without the spaces around it.
std::string trimmed(const std::string& text) {
  std::string word;
  std::istringstream(text) >> word;
  return word;
}

std::string name_of(const nvml_session& nvml, nvml_device* device) {
  return nvml.read_text("nvmlDeviceGetName", text_bytes, device).value.value_or("a GPU");
}

/// Adds the instances of a GPU. Numbers of instances that do not exist are left out.
void add_instances(const nvml_session& nvml, nvml_device* gpu, std::vector<mig_instance>& all) {
  const unsigned most =
      nvml.read<unsigned>("nvmlDeviceGetMaxMigDeviceCount", gpu).value.value_or(0);
  const std::string gpu_name = name_of(nvml, gpu);
  for (unsigned i = 0; i < most; ++i) {
    const auto instance = nvml.read<nvml_device*>("nvmlDeviceGetMigDeviceHandleByIndex", gpu, i);
    if (!instance.value) continue;
    const auto uuid = nvml.read_text("nvmlDeviceGetUUID", text_bytes, *instance.value);
    if (!uuid.value) continue;
    std::string name = name_of(nvml, *instance.value);  // "NVIDIA H200 MIG 1g.18gb"
    if (name.starts_with(gpu_name + " ")) name.erase(0, gpu_name.size() + 1);
    all.push_back({name + " Device " + std::to_string(i), *uuid.value, gpu_name});
  }
}

std::vector<mig_instance> all_instances(const std::string& library) {
  std::vector<mig_instance> all;
  try {
    const nvml_session nvml(library);
    const unsigned gpus = nvml.read<unsigned>("nvmlDeviceGetCount_v2").value.value_or(0);
    for (unsigned i = 0; i < gpus; ++i)
      if (const auto gpu = nvml.read<nvml_device*>("nvmlDeviceGetHandleByIndex_v2", i); gpu.value)
        add_instances(nvml, *gpu.value, all);
  } catch (const nvml_absent&) {
    // The GPUs that CUDA shows are all there is to choose from.
  }
  return all;
}

}  // namespace

std::vector<mig_instance> read_mig_instances(const std::string& library) {
  return within(driver_patience, [library] { return all_instances(library); })
      .value_or(std::vector<mig_instance>{});
}

std::vector<gpu_device> join_devices(std::vector<gpu_device> shown_by_cuda,
                                     const std::vector<mig_instance>& instances,
                                     const std::optional<std::string>& variable) {
  std::vector<gpu_device> all = std::move(shown_by_cuda);
  const auto add = [&](const mig_instance& instance) {
    if (std::ranges::find(all, instance.uuid, &gpu_device::uuid) == all.end())
      all.push_back({.name = instance.gpu + " " + instance.name, .uuid = instance.uuid});
  };
  if (!variable) {
    for (const mig_instance& instance : instances) add(instance);
    return all;
  }
  std::istringstream words(*variable);
  for (std::string word; std::getline(words, word, ',');)
    for (const mig_instance& instance : instances)
      if (instance.uuid == trimmed(word)) add(instance);
  return all;
}

std::vector<gpu_device> visible_devices() {
  const char* variable = std::getenv("CUDA_VISIBLE_DEVICES");
  return join_devices(cuda::devices(), read_mig_instances(),
                      variable == nullptr ? std::nullopt : std::optional<std::string>(variable));
}

}  // namespace codag::harness
