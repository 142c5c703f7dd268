// range_profiler_api implemented with CUPTI.
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "harness/measure/profile/cupti_check.hpp"
#include "harness/measure/profile/range_profiler_api.hpp"

namespace codag::harness {
namespace {

class cupti_range_profiler final : public range_profiler_api {
 public:
  void enable() override {
    auto p =
        sized<CUpti_RangeProfiler_Enable_Params>(CUpti_RangeProfiler_Enable_Params_STRUCT_SIZE);
    p.ctx = profiled_context();
    check_cupti(cuptiRangeProfilerEnable(&p), "cuptiRangeProfilerEnable");
    profiler_ = p.pRangeProfilerObject;
  }

  void configure(const replay_plan& plan, std::size_t ranges) override {
    make_counter_data(plan.metrics(), ranges);
    auto p = of_profiler<CUpti_RangeProfiler_SetConfig_Params>(
        CUpti_RangeProfiler_SetConfig_Params_STRUCT_SIZE);
    p.configSize = plan.image().size();
    p.pConfig = plan.image().data();
    p.counterDataImageSize = counter_data_.size();
    p.pCounterDataImage = counter_data_.data();
    p.range = CUPTI_AutoRange;
    p.replayMode = CUPTI_KernelReplay;
    p.maxRangesPerPass = ranges;
    p.numNestingLevels = 1;
    p.minNestingLevel = 1;
    p.passIndex = 0;
    p.targetNestingLevel = 1;
    check_cupti(cuptiRangeProfilerSetConfig(&p), "cuptiRangeProfilerSetConfig");
  }

  void start() override {
    auto p =
        of_profiler<CUpti_RangeProfiler_Start_Params>(CUpti_RangeProfiler_Start_Params_STRUCT_SIZE);
    check_cupti(cuptiRangeProfilerStart(&p), "cuptiRangeProfilerStart");
  }

  void stop() override {
    auto p =
        of_profiler<CUpti_RangeProfiler_Stop_Params>(CUpti_RangeProfiler_Stop_Params_STRUCT_SIZE);
    check_cupti(cuptiRangeProfilerStop(&p), "cuptiRangeProfilerStop");
  }

  std::size_t decode() override {
    auto p = of_profiler<CUpti_RangeProfiler_DecodeData_Params>(
        CUpti_RangeProfiler_DecodeData_Params_STRUCT_SIZE);
    check_cupti(cuptiRangeProfilerDecodeData(&p), "cuptiRangeProfilerDecodeData");
    return p.numOfRangeDropped;
  }

  [[nodiscard]] std::size_t ranges() const override {
    auto p = sized<CUpti_RangeProfiler_GetCounterDataInfo_Params>(
        CUpti_RangeProfiler_GetCounterDataInfo_Params_STRUCT_SIZE);
    p.pCounterDataImage = counter_data_.data();
    p.counterDataImageSize = counter_data_.size();
    check_cupti(cuptiRangeProfilerGetCounterDataInfo(&p), "cuptiRangeProfilerGetCounterDataInfo");
    return p.numTotalRanges;
  }

  [[nodiscard]] std::span<const std::uint8_t> counter_data() const override {
    return counter_data_;
  }

  void disable() override {
    auto p = of_profiler<CUpti_RangeProfiler_Disable_Params>(
        CUpti_RangeProfiler_Disable_Params_STRUCT_SIZE);
    profiler_ = nullptr;
    check_cupti(cuptiRangeProfilerDisable(&p), "cuptiRangeProfilerDisable");
    auto end =
        sized<CUpti_Profiler_DeInitialize_Params>(CUpti_Profiler_DeInitialize_Params_STRUCT_SIZE);
    check_cupti(cuptiProfilerDeInitialize(&end), "cuptiProfilerDeInitialize");
  }

 private:
  template <class Parameters>
  Parameters of_profiler(std::size_t bytes) const {
    auto p = sized<Parameters>(bytes);
    p.pRangeProfilerObject = profiler_;
    return p;
  }

  void make_counter_data(const std::vector<std::string>& metrics, std::size_t ranges) {
    std::vector<const char*> names;
    std::ranges::transform(metrics, std::back_inserter(names), &std::string::c_str);
    auto size = of_profiler<CUpti_RangeProfiler_GetCounterDataSize_Params>(
        CUpti_RangeProfiler_GetCounterDataSize_Params_STRUCT_SIZE);
    size.pMetricNames = names.data();
    size.numMetrics = names.size();
    size.maxNumOfRanges = ranges;
    size.maxNumRangeTreeNodes = static_cast<std::uint32_t>(ranges);
    check_cupti(cuptiRangeProfilerGetCounterDataSize(&size),
                "cuptiRangeProfilerGetCounterDataSize");
    counter_data_.assign(size.counterDataSize, 0);
    auto initialize = of_profiler<CUpti_RangeProfiler_CounterDataImage_Initialize_Params>(
        CUpti_RangeProfiler_CounterDataImage_Initialize_Params_STRUCT_SIZE);
    initialize.counterDataSize = counter_data_.size();
    initialize.pCounterData = counter_data_.data();
    check_cupti(cuptiRangeProfilerCounterDataImageInitialize(&initialize),
                "cuptiRangeProfilerCounterDataImageInitialize");
  }

  CUpti_RangeProfiler_Object* profiler_ = nullptr;
  std::vector<std::uint8_t> counter_data_;
};

}  // namespace

std::unique_ptr<range_profiler_api> make_cupti_range_profiler() {
  return std::make_unique<cupti_range_profiler>();
}

std::optional<std::string> why_no_range_profiler() {
  return std::nullopt;
}

}  // namespace codag::harness
