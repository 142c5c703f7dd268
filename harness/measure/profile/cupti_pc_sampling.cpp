// pc_sampling_api implemented with CUPTI. It uses continuous mode with Start/Stop ranges around the
// launches. The effect on a kernel's time is below the noise, and serialised mode gives the same
// histogram.
#include <cupti_pcsampling.h>

#include <algorithm>
#include <array>
#include <utility>

#include "harness/measure/profile/cupti_check.hpp"
#include "harness/measure/profile/pc_sampling_api.hpp"

namespace codag::harness {
namespace {

/// A parameter struct of PC sampling, all zero except its size and the context.
template <class Parameters>
Parameters sized_for(CUcontext context, std::size_t bytes) {
  Parameters p{};
  p.size = bytes;
  p.ctx = context;
  return p;
}

/// Memory into which CUPTI writes records. It must never move, because CUPTI keeps pointers to it.
class record_buffer {
 public:
  static constexpr std::size_t pcs = 16384;

  explicit record_buffer(std::size_t reasons) : reasons_(pcs * reasons), pcs_(pcs) {
    for (std::size_t i = 0; i < pcs; ++i) {
      pcs_[i].size = sizeof(pcs_[i]);
      pcs_[i].stallReason = &reasons_[i * reasons];
    }
    data_.size = sizeof(data_);
    data_.collectNumPcs = pcs;
    data_.pPcData = pcs_.data();
  }
  record_buffer(const record_buffer&) = delete;
  record_buffer& operator=(const record_buffer&) = delete;

  CUpti_PCSamplingData& data() { return data_; }

  [[nodiscard]] pc_batch batch() const {
    pc_batch batch{.total_samples = data_.totalSamples,
                   .dropped_samples = data_.droppedSamples,
                   .remaining_pcs = data_.remainingNumPcs,
                   .hardware_buffer_full = data_.hardwareBufferFull != 0};
    for (std::size_t i = 0; i < data_.totalNumPcs; ++i) {
      const CUpti_PCSamplingPCData& pc = pcs_[i];
      pc_record record{.cubin_crc = pc.cubinCrc,
                       .pc_offset = pc.pcOffset,
                       .function = pc.functionName == nullptr ? "" : pc.functionName};
      for (std::size_t k = 0; k < pc.stallReasonCount; ++k) {
        // The copies are needed because the fields are packed, and a reference cannot bind to them.
        const std::uint32_t reason = pc.stallReason[k].pcSamplingStallReasonIndex;
        const std::uint32_t samples = pc.stallReason[k].samples;
        if (samples > 0) record.samples.emplace_back(reason, samples);
      }
      batch.records.push_back(std::move(record));
    }
    return batch;
  }

 private:
  std::vector<CUpti_PCSamplingStallReason> reasons_;
  std::vector<CUpti_PCSamplingPCData> pcs_;
  CUpti_PCSamplingData data_{};
};

/// A list of configuration attributes of PC sampling.
class attribute_list {
 public:
  using value = decltype(CUpti_PCSamplingConfigurationInfo::attributeData);

  /// Adds an attribute. The caller must write its value through the returned reference before the
  /// next add().
  value& add(const char* name, CUpti_PCSamplingConfigurationAttributeType type) {
    names_.emplace_back(name);
    infos_.emplace_back().attributeType = type;
    return infos_.back().attributeData;
  }
  void add_period(unsigned exponent) {
    add("sampling period", CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_SAMPLING_PERIOD)
        .samplingPeriodData.samplingPeriod = exponent;
  }

  /// Sets the attributes. Returns one line per attribute that CUPTI refused.
  std::vector<std::string> set(CUcontext context) {
    auto p = sized_for<CUpti_PCSamplingConfigurationInfoParams>(
        context, CUpti_PCSamplingConfigurationInfoParamsSize);
    p.numAttributes = infos_.size();
    p.pPCSamplingConfigurationInfo = infos_.data();
    const CUptiResult result = cuptiPCSamplingSetConfigurationAttribute(&p);
    std::vector<std::string> refused;
    for (std::size_t i = 0; i < infos_.size(); ++i)
      if (infos_[i].attributeStatus != CUPTI_SUCCESS)
        refused.push_back(names_[i] + " (" + std::to_string(infos_[i].attributeStatus) + ")");
    if (refused.empty()) check_cupti(result, "cuptiPCSamplingSetConfigurationAttribute");
    return refused;
  }

 private:
  std::vector<std::string> names_;
  std::vector<CUpti_PCSamplingConfigurationInfo> infos_;
};

class cupti_pc_sampling final : public pc_sampling_api {
 public:
  void enable() override {
    context_ = profiled_context();
    auto p = sized_for<CUpti_PCSamplingEnableParams>(context_, CUpti_PCSamplingEnableParamsSize);
    check_cupti(cuptiPCSamplingEnable(&p), "cuptiPCSamplingEnable");
  }

  stall_reason_names stall_reasons() override {
    auto number = sized_for<CUpti_PCSamplingGetNumStallReasonsParams>(
        context_, CUpti_PCSamplingGetNumStallReasonsParamsSize);
    std::size_t count = 0;
    number.numStallReasons = &count;
    check_cupti(cuptiPCSamplingGetNumStallReasons(&number), "cuptiPCSamplingGetNumStallReasons");

    std::vector<std::uint32_t> indices(count);
    std::vector<std::array<char, CUPTI_STALL_REASON_STRING_SIZE>> texts(count);
    std::vector<char*> slots(count);
    std::ranges::transform(texts, slots.begin(), [](auto& text) { return text.data(); });
    auto names = sized_for<CUpti_PCSamplingGetStallReasonsParams>(
        context_, CUpti_PCSamplingGetStallReasonsParamsSize);
    names.numStallReasons = count;
    names.stallReasonIndex = indices.data();
    names.stallReasons = slots.data();
    check_cupti(cuptiPCSamplingGetStallReasons(&names), "cuptiPCSamplingGetStallReasons");

    stall_reason_names reasons;
    for (std::size_t i = 0; i < count; ++i) reasons[indices[i]] = texts[i].data();
    return reasons;
  }

  std::vector<std::string> configure(const pc_sampling_configuration& c) override {
    reasons_ = c.reasons;
    // There are two buffers: CUPTI's threads write into one, and get_data reads from the other. A
    // single shared buffer would give no records. CUPTI keeps the buffers until it is disabled, so
    // a retry does not create new ones.
    if (!decoded_) decoded_ = std::make_unique<record_buffer>(reasons_.size());
    if (!asked_) asked_ = std::make_unique<record_buffer>(reasons_.size());

    attribute_list all;
    all.add("collection mode", CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_COLLECTION_MODE)
        .collectionModeData.collectionMode = CUPTI_PC_SAMPLING_COLLECTION_MODE_CONTINUOUS;
    all.add_period(c.period_exponent);
    auto& reasons = all.add("stall reasons", CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_STALL_REASON)
                        .stallReasonData;
    reasons.stallReasonCount = reasons_.size();
    reasons.pStallReasonIndex = reasons_.data();
    all.add("scratch buffer", CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_SCRATCH_BUFFER_SIZE)
        .scratchBufferSizeData.scratchBufferSize = c.scratch_buffer_bytes;
    all.add("hardware buffer", CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_HARDWARE_BUFFER_SIZE)
        .hardwareBufferSizeData.hardwareBufferSize = c.hardware_buffer_bytes;
    all.add("start and stop", CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_ENABLE_START_STOP_CONTROL)
        .enableStartStopControlData.enableStartStopControl = 1;
    all.add("data buffer", CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_SAMPLING_DATA_BUFFER)
        .samplingDataBufferData.samplingDataBuffer = &decoded_->data();
    all.add("workers' sleep",
            CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_WORKER_THREAD_PERIODIC_SLEEP_SPAN)
        .workerThreadPeriodicSleepSpanData.workerThreadPeriodicSleepSpan =
        c.worker_sleep_milliseconds;
    return all.set(context_);
  }

  std::vector<std::string> set_period(unsigned period_exponent) override {
    attribute_list period;
    period.add_period(period_exponent);
    return period.set(context_);
  }

  void start() override {
    auto p = sized_for<CUpti_PCSamplingStartParams>(context_, CUpti_PCSamplingStartParamsSize);
    check_cupti(cuptiPCSamplingStart(&p), "cuptiPCSamplingStart");
  }

  void stop() override {
    auto p = sized_for<CUpti_PCSamplingStopParams>(context_, CUpti_PCSamplingStopParamsSize);
    check_cupti(cuptiPCSamplingStop(&p), "cuptiPCSamplingStop");
  }

  pc_batch get_data() override {
    auto p = sized_for<CUpti_PCSamplingGetDataParams>(context_, CUpti_PCSamplingGetDataParamsSize);
    p.pcSamplingData = &asked_->data();
    const CUptiResult result = cuptiPCSamplingGetData(&p);
    // CUPTI reports a full buffer as an error. Here it is returned as a batch, and pc_sampler
    // samples again.
    if (result != CUPTI_ERROR_OUT_OF_MEMORY || asked_->data().hardwareBufferFull == 0)
      check_cupti(result, "cuptiPCSamplingGetData");
    return asked_->batch();
  }

  void disable() override {
    auto p = sized_for<CUpti_PCSamplingDisableParams>(context_, CUpti_PCSamplingDisableParamsSize);
    check_cupti(cuptiPCSamplingDisable(&p), "cuptiPCSamplingDisable");
  }

 private:
  CUcontext context_ = nullptr;
  std::vector<std::uint32_t> reasons_;
  std::unique_ptr<record_buffer> decoded_, asked_;
};

}  // namespace

std::unique_ptr<pc_sampling_api> make_cupti_pc_sampling() {
  return std::make_unique<cupti_pc_sampling>();
}

}  // namespace codag::harness
