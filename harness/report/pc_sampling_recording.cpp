#include "harness/report/pc_sampling_recording.hpp"

#include <fstream>
#include <nlohmann/json.hpp>
#include <utility>

#include "harness/measure/profile/cannot_profile.hpp"

namespace codag::harness {

// nlohmann-json finds these functions by argument-dependent lookup.
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(pc_record, cubin_crc, pc_offset, function, samples)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(pc_batch, records, total_samples, dropped_samples, remaining_pcs,
                                   hardware_buffer_full)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(pc_sampling_recording, names, period_exponent, batches)

namespace {

/// Forwards every call and records the answers.
class recorder final : public pc_sampling_api {
 public:
  recorder(std::filesystem::path file, std::unique_ptr<pc_sampling_api> api)
      : file_(std::move(file)), api_(std::move(api)) {}

  void enable() override {
    write_recording(recording_, file_);  // fails before any samples could be lost
    api_->enable();
  }
  stall_reason_names stall_reasons() override { return recording_.names = api_->stall_reasons(); }
  std::vector<std::string> configure(const pc_sampling_configuration& configuration) override {
    recording_.period_exponent = configuration.period_exponent;
    return api_->configure(configuration);
  }
  std::vector<std::string> set_period(unsigned period_exponent) override {
    recording_.period_exponent = period_exponent;
    return api_->set_period(period_exponent);
  }
  void start() override {
    recording_.batches.clear();
    api_->start();
  }
  void stop() override { api_->stop(); }
  pc_batch get_data() override {
    pc_batch batch = api_->get_data();
    recording_.batches.push_back(batch);
    return batch;
  }
  void disable() override {
    api_->disable();
    write_recording(recording_, file_);
  }

 private:
  std::filesystem::path file_;
  std::unique_ptr<pc_sampling_api> api_;
  pc_sampling_recording recording_;
};

}  // namespace

void write_recording(const pc_sampling_recording& recording, const std::filesystem::path& file) {
  std::ofstream out(file);
  out << nlohmann::json(recording).dump() << "\n";
  if (!out.flush()) throw cannot_profile(file.string() + ": cannot be written");
}

pc_sampling_recording read_recording(const std::filesystem::path& file) {
  std::ifstream in(file);
  if (!in) throw cannot_profile(file.string() + ": cannot be read");
  try {
    return nlohmann::json::parse(in).get<pc_sampling_recording>();
  } catch (const nlohmann::json::exception& e) {
    throw cannot_profile(file.string() + ": not a recording of PC sampling: " + e.what());
  }
}

std::unique_ptr<pc_sampling_api> recorded_in(const std::filesystem::path& file,
                                             std::unique_ptr<pc_sampling_api> api) {
  return std::make_unique<recorder>(file, std::move(api));
}

}  // namespace codag::harness
