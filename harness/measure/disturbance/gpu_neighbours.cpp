#include "harness/measure/disturbance/gpu_neighbours.hpp"

#include <algorithm>
#include <utility>

namespace codag::harness {
namespace {

/// nvmlProcessUtilizationSample_t.
struct utilization_sample {
  unsigned pid;
  unsigned long long microseconds;
  unsigned sm_percent, memory_percent, encoder_percent, decoder_percent;
};

bool is_among(const std::vector<gpu_process>& processes, unsigned pid) {
  return std::ranges::find(processes, pid, &gpu_process::pid) != processes.end();
}

}  // namespace

own_on_gpu::own_on_gpu(const std::vector<gpu_process>& before,
                       const std::vector<gpu_process>& after, std::function<bool(unsigned)> is_own)
    : is_own_(std::move(is_own)),
      by_number_(std::ranges::any_of(after, is_own_, &gpu_process::pid)) {
  for (const gpu_process& one : after)
    if (!is_among(before, one.pid)) appeared_.push_back(one.pid);
}

bool own_on_gpu::contains(unsigned pid) const {
  return by_number_ ? is_own_(pid) : std::ranges::find(appeared_, pid) != appeared_.end();
}

gpu_neighbours::gpu_neighbours(const nvml_session& nvml, nvml_device* device,
                               const std::function<void()>& use_gpu,
                               std::function<bool(unsigned)> is_own)
    : nvml_(nvml), device_(device) {
  const auto before = processes_on(nvml, device);
  use_gpu();
  const auto after = processes_on(nvml, device);
  if (before.value && after.value) own_.emplace(*before.value, *after.value, std::move(is_own));
}

nvml_reading<std::vector<gpu_neighbours::use>> gpu_neighbours::uses() {
  const char* name = "nvmlDeviceGetProcessUtilization";
  std::vector<utilization_sample> samples;
  unsigned count = 0;
  int code = nvml_insufficient_size;
  // More samples may come between two calls.
  while (code == nvml_insufficient_size) {
    samples.resize(count);
    code =
        nvml_.call(name, device_, samples.empty() ? nullptr : samples.data(), &count, seen_until_);
    if (code == nvml_insufficient_size) count = std::max<unsigned>(count, 1) + 8;
  }
  if (code == nvml_not_found) return {std::vector<use>{}, {}};  // nobody has computed
  if (code != nvml_success) return {std::nullopt, nvml_.why(name, code)};
  std::vector<use> all;
  const unsigned long long since = seen_until_;
  for (const utilization_sample& one : samples) {
    if (one.microseconds <= since) continue;  // an entry without a sample is all zero
    seen_until_ = std::max(seen_until_, one.microseconds);
    all.push_back({one.pid, one.sm_percent});
  }
  return {std::move(all), {}};
}

nvml_reading<std::vector<gpu_neighbour>> gpu_neighbours::look() {
  const auto present = processes_on(nvml_, device_);
  if (!present.value) return {std::nullopt, present.absent};
  if (!own_ || !own_->known())
    return {std::nullopt,
            "NVML lists this process under no number, so it cannot be told from others"};
  const auto used = uses();
  std::vector<gpu_process> all = *present.value;
  for (const use& one : used.value.value_or(std::vector<use>{}))
    if (!is_among(all, one.pid)) all.push_back({one.pid});
  std::vector<gpu_neighbour> others;
  for (const gpu_process& process : all) {
    if (own_->contains(process.pid)) continue;
    gpu_neighbour other{process, std::nullopt};
    if (used.value) other.sm_percent = 0;
    for (const use& one : used.value.value_or(std::vector<use>{}))
      if (one.pid == process.pid) other.sm_percent = std::max(*other.sm_percent, one.percent);
    others.push_back(other);
  }
  return {std::move(others), {}};
}

}  // namespace codag::harness
