// profiler.hpp implemented with CUPTI.
#include <cupti_version.h>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <thread>

#include "harness/measure/profile/cupti_check.hpp"
#include "harness/measure/profile/cupti_source_lines.hpp"
#include "harness/measure/profile/hot_lines.hpp"
#include "harness/measure/profile/metric_collector.hpp"
#include "harness/measure/profile/metric_groups.hpp"
#include "harness/measure/profile/permission.hpp"
#include "harness/measure/profile/profiler.hpp"
#include "harness/measure/profile/stall_histogram.hpp"

namespace codag::harness::profiler {
namespace {

/// The modules loaded since begin(), or the reason why they were not kept.
struct kept_modules {
  const cubin_store* store = nullptr;
  std::string why_not = "profiling began after CUDA was initialised";
};

kept_modules& modules() {
  static kept_modules kept;
  return kept;
}

/// CUDA adds the instance's profile to the name: "NVIDIA H200 MIG 1g.18gb".
bool is_mig_instance(const cudaDeviceProp& gpu) {
  return std::string_view(gpu.name).find(" MIG ") != std::string_view::npos;
}

void add_lines(stall_profile& profile, const pc_samples& samples) {
  const auto& [store, why_not] = modules();
  if (store == nullptr) {
    profile.lines_absent = why_not;
    return;
  }
  profile.lines = hottest_lines(samples, [&kept = *store](const pc_record& record) {
    return kept.place_of(record, CODAG_SOURCE_DIR);
  });
  if (profile.lines.empty())
    profile.lines_absent = "the kernel's module has no line table: compile it with -lineinfo";
}

void throw_unless_profilable() {
  if (const auto why = why_no_profile()) throw cannot_profile(*why);
}

}  // namespace

void begin() {
  try {
    modules() = {&keep_loaded_cubins(), ""};
  } catch (const cannot_profile& e) {
    modules() = {nullptr, e.what()};
  }
}

std::optional<std::string> cupti_version() {
  std::uint32_t version = 0;
  if (cuptiGetVersion(&version) != CUPTI_SUCCESS) return std::nullopt;
  return std::to_string(version);
}

std::optional<std::string> why_no_profile() {
  cudaDeviceProp gpu{};
  if (const cudaError_t error = cudaGetDeviceProperties(&gpu, 0); error != cudaSuccess)
    return std::string("no usable GPU: ") + cudaGetErrorString(error);
  return why_not_permitted(is_mig_instance(gpu));
}

struct stall_session::sampling {
  explicit sampling(const api_decorator& decorate)
      : api(decorate ? decorate(make_cupti_pc_sampling()) : make_cupti_pc_sampling()) {}

  std::unique_ptr<pc_sampling_api> api;
  pc_sampler sampler{*api, [] { std::this_thread::sleep_for(std::chrono::milliseconds(20)); }};
};

stall_session::stall_session(const api_decorator& decorate)
    : sampling_(std::make_unique<sampling>(decorate)) {}
stall_session::~stall_session() = default;

stall_profile stall_session::sample_stalls(const profiled_launch& launch,
                                           const stall_options& options) {
  throw_unless_profilable();
  const pc_samples samples = sampling_->sampler.sample(launch, options);
  stall_profile profile = to_stall_profile(samples);
  add_lines(profile, samples);
  return profile;
}

metric_profile collect_metrics(const profiled_launch& launch,
                               const std::vector<std::string>& asked) {
  throw_unless_profilable();
  const auto catalogue = open_metric_catalogue(chip_of_gpu());
  const auto api = make_cupti_range_profiler();
  return harness::collect_metrics(*catalogue, *api, launch, metrics_of(asked));
}

}  // namespace codag::harness::profiler
