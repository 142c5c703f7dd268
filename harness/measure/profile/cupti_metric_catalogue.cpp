// metric_catalogue implemented with CUPTI's host API, which needs no GPU.
#include <cupti_profiler_host.h>
#include <cupti_target.h>

#include <algorithm>
#include <iterator>

#include "harness/measure/profile/cupti_check.hpp"
#include "harness/measure/profile/metric_catalogue.hpp"

namespace codag::harness {
namespace {

/// CUPTI's host object for a chip. Each set of metrics needs a new one, because CUPTI accepts no
/// more metrics once the configuration image has been made.
class host_object {
 public:
  explicit host_object(const std::string& chip) {
    auto p = sized<CUpti_Profiler_Host_Initialize_Params>(
        CUpti_Profiler_Host_Initialize_Params_STRUCT_SIZE);
    p.profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER;
    p.pChipName = chip.c_str();
    check_cupti(cuptiProfilerHostInitialize(&p), "cuptiProfilerHostInitialize");
    object_ = p.pHostObject;
  }
  ~host_object() {
    auto p = sized<CUpti_Profiler_Host_Deinitialize_Params>(
        CUpti_Profiler_Host_Deinitialize_Params_STRUCT_SIZE);
    p.pHostObject = object_;
    cuptiProfilerHostDeinitialize(&p);
  }
  host_object(const host_object&) = delete;
  host_object& operator=(const host_object&) = delete;

  [[nodiscard]] CUptiResult add(std::vector<const char*> metrics) const {
    auto p = sized<CUpti_Profiler_Host_ConfigAddMetrics_Params>(
        CUpti_Profiler_Host_ConfigAddMetrics_Params_STRUCT_SIZE);
    p.pHostObject = object_;
    p.ppMetricNames = metrics.data();
    p.numMetrics = metrics.size();
    return cuptiProfilerHostConfigAddMetrics(&p);
  }

  [[nodiscard]] CUpti_Profiler_Host_Object* get() const { return object_; }

 private:
  CUpti_Profiler_Host_Object* object_ = nullptr;
};

std::vector<const char*> characters_of(const std::vector<std::string>& names) {
  std::vector<const char*> all;
  std::ranges::transform(names, std::back_inserter(all), &std::string::c_str);
  return all;
}

class cupti_replay_plan final : public replay_plan {
 public:
  cupti_replay_plan(const std::string& chip, std::vector<std::string> metrics)
      : metrics_(std::move(metrics)), host_(chip) {
    check_cupti(host_.add(characters_of(metrics_)), "cuptiProfilerHostConfigAddMetrics");
    auto size = sized<CUpti_Profiler_Host_GetConfigImageSize_Params>(
        CUpti_Profiler_Host_GetConfigImageSize_Params_STRUCT_SIZE);
    size.pHostObject = host_.get();
    check_cupti(cuptiProfilerHostGetConfigImageSize(&size), "cuptiProfilerHostGetConfigImageSize");
    image_.resize(size.configImageSize);
    auto image = sized<CUpti_Profiler_Host_GetConfigImage_Params>(
        CUpti_Profiler_Host_GetConfigImage_Params_STRUCT_SIZE);
    image.pHostObject = host_.get();
    image.configImageSize = image_.size();
    image.pConfigImage = image_.data();
    check_cupti(cuptiProfilerHostGetConfigImage(&image), "cuptiProfilerHostGetConfigImage");
    auto passes = sized<CUpti_Profiler_Host_GetNumOfPasses_Params>(
        CUpti_Profiler_Host_GetNumOfPasses_Params_STRUCT_SIZE);
    passes.configImageSize = image_.size();
    passes.pConfigImage = image_.data();
    check_cupti(cuptiProfilerHostGetNumOfPasses(&passes), "cuptiProfilerHostGetNumOfPasses");
    replays_ = passes.numOfPasses;
  }

  [[nodiscard]] const std::vector<std::string>& metrics() const override { return metrics_; }
  [[nodiscard]] std::span<const std::uint8_t> image() const override { return image_; }
  [[nodiscard]] std::size_t replays() const override { return replays_; }

  [[nodiscard]] std::vector<double> evaluate(std::span<const std::uint8_t> counter_data,
                                             std::size_t range) const override {
    std::vector<const char*> names = characters_of(metrics_);
    std::vector<double> values(names.size());
    auto p = sized<CUpti_Profiler_Host_EvaluateToGpuValues_Params>(
        CUpti_Profiler_Host_EvaluateToGpuValues_Params_STRUCT_SIZE);
    p.pHostObject = host_.get();
    p.pCounterDataImage = counter_data.data();
    p.counterDataImageSize = counter_data.size();
    p.ppMetricNames = names.data();
    p.numMetrics = names.size();
    p.rangeIndex = range;
    p.pMetricValues = values.data();
    check_cupti(cuptiProfilerHostEvaluateToGpuValues(&p), "cuptiProfilerHostEvaluateToGpuValues");
    return values;
  }

 private:
  std::vector<std::string> metrics_;
  host_object host_;
  std::vector<std::uint8_t> image_;
  std::size_t replays_ = 0;
};

class cupti_metric_catalogue final : public metric_catalogue {
 public:
  explicit cupti_metric_catalogue(std::string chip) : chip_(std::move(chip)), host_(chip_) {}

  [[nodiscard]] const std::string& chip() const override { return chip_; }

  [[nodiscard]] std::vector<base_metric> base_metrics() const override {
    std::vector<base_metric> all;
    for (const auto& [type, kind] : {std::pair{CUPTI_METRIC_TYPE_COUNTER, "counter"},
                                     std::pair{CUPTI_METRIC_TYPE_RATIO, "ratio"},
                                     std::pair{CUPTI_METRIC_TYPE_THROUGHPUT, "throughput"}}) {
      auto p = sized<CUpti_Profiler_Host_GetBaseMetrics_Params>(
          CUpti_Profiler_Host_GetBaseMetrics_Params_STRUCT_SIZE);
      p.pHostObject = host_.get();
      p.metricType = type;
      check_cupti(cuptiProfilerHostGetBaseMetrics(&p), "cuptiProfilerHostGetBaseMetrics");
      // CUPTI's list is only valid until the next call.
      const std::vector<std::string> names(p.ppMetricNames, p.ppMetricNames + p.numMetrics);
      for (const std::string& name : names) all.push_back({name, kind, description_of(name)});
    }
    return all;
  }

  [[nodiscard]] std::optional<std::string> why_not(const std::string& metric) const override {
    const host_object alone(chip_);
    if (alone.add({metric.c_str()}) == CUPTI_SUCCESS) return std::nullopt;
    return "chip " + chip_ + " has no metric " + metric + " (codag list metrics --chip " + chip_ +
           ")";
  }

  [[nodiscard]] std::unique_ptr<replay_plan> plan_replays(
      const std::vector<std::string>& metrics) const override {
    return std::make_unique<cupti_replay_plan>(chip_, metrics);
  }

 private:
  [[nodiscard]] std::string description_of(const std::string& metric) const {
    auto p = sized<CUpti_Profiler_Host_GetMetricProperties_Params>(
        CUpti_Profiler_Host_GetMetricProperties_Params_STRUCT_SIZE);
    p.pHostObject = host_.get();
    p.pMetricName = metric.c_str();
    check_cupti(cuptiProfilerHostGetMetricProperties(&p), "cuptiProfilerHostGetMetricProperties");
    return p.pDescription == nullptr ? "" : p.pDescription;
  }

  std::string chip_;
  host_object host_;
};

std::vector<std::string> supported_chips() {
  auto p = sized<CUpti_Profiler_Host_GetSupportedChips_Params>(
      CUpti_Profiler_Host_GetSupportedChips_Params_STRUCT_SIZE);
  check_cupti(cuptiProfilerHostGetSupportedChips(&p), "cuptiProfilerHostGetSupportedChips");
  return {p.ppChipNames, p.ppChipNames + p.numChips};
}

}  // namespace

std::unique_ptr<metric_catalogue> open_metric_catalogue(const std::string& chip) {
  const std::vector<std::string> chips = supported_chips();
  if (std::ranges::find(chips, chip) == chips.end()) {
    std::string names;
    for (const std::string& name : chips) names += (names.empty() ? "" : ", ") + name;
    throw cannot_profile("chip " + chip + " is unknown to this CUPTI, which supports " + names +
                         "; build with a newer CUDA toolkit if it is newer");
  }
  return std::make_unique<cupti_metric_catalogue>(chip);
}

std::string chip_of_gpu() {
  int gpus = 0;
  // Without a driver the CUPTI call below would crash.
  if (cudaGetDeviceCount(&gpus) != cudaSuccess || gpus == 0)
    throw cannot_profile("there is no GPU whose chip could be used; name a chip: --chip GH100");
  // It also crashes if there is no context or CUPTI's profiler has not been initialised.
  profiled_context();
  auto p = sized<CUpti_Device_GetChipName_Params>(CUpti_Device_GetChipName_Params_STRUCT_SIZE);
  p.deviceIndex = 0;
  check_cupti(cuptiDeviceGetChipName(&p), "cuptiDeviceGetChipName");
  return p.pChipName;
}

}  // namespace codag::harness
