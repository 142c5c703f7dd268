// A session of PC sampling written as JSON, read again, and decoded without a GPU.
#include "harness/profile/pc_sampling_recording.hpp"

#include <gtest/gtest.h>

#include "harness/profile/cannot_profile.hpp"
#include "harness/profile/pc_sampler.hpp"
#include "harness/profile/stall_histogram.hpp"
#include "tests/datasets/temporary_directory.hpp"
#include "tests/harness/profile/fake_pc_sampling.hpp"

namespace codag::harness {
namespace {

pc_samples sample(pc_sampling_api& api) {
  return pc_sampler(api, {}, [] {}).sample([] { return 1e-3; });
}

TEST(recording, is_what_was_answered) {
  const codag::datasets::temporary_directory folder;
  auto cupti = std::make_unique<fake_pc_sampling>();
  const pc_batch some = batch_of({record_of(0, 20'000), record_of(2, 3, 32)}, 1);
  const pc_batch last = batch_of({record_of(1, 7)}), left = batch_of({record_of(2, 1)});
  cupti->sessions = {{{some, last}, left}};
  const auto names = cupti->names;
  const auto file = folder.path() / "session.json";
  const auto recorded = recorded_in(file, std::move(cupti));
  const pc_samples samples = sample(*recorded);

  const pc_sampling_recording read = read_recording(file);
  EXPECT_EQ(read.names, names);
  EXPECT_EQ(read.period_exponent, 11u);
  ASSERT_EQ(read.batches.size(), 2 + pc_sampler::quiet_polls);
  EXPECT_EQ(read.batches[0], some);
  EXPECT_EQ(read.batches[1], last);
  EXPECT_EQ(read.left_over, left);
  EXPECT_EQ(samples.records.size(), 2u) << "recording changes nothing";
}

TEST(recording, of_another_shape_is_refused_by_name) {
  const codag::datasets::temporary_directory folder;
  const auto file = folder.write("bad.json", R"({"names": 3})");
  try {
    read_recording(file);
    FAIL() << "it was read";
  } catch (const cannot_profile& e) {
    EXPECT_EQ(std::string(e.what()).find(file.string() + ": not a recording"), 0u) << e.what();
  }
  EXPECT_THROW(read_recording(folder.path() / "none.json"), cannot_profile);
}

/// Answers as a GPU once did.
class replayed final : public pc_sampling_api {
 public:
  explicit replayed(pc_sampling_recording recording) : recording_(std::move(recording)) {}
  void enable() override {}
  stall_reason_names stall_reasons() override { return recording_.names; }
  std::vector<std::string> configure(const pc_sampling_configuration& /*c*/) override { return {}; }
  void start() override {}
  void stop() override {}
  pc_batch get_data() override {
    return at_ < recording_.batches.size() ? recording_.batches[at_++] : pc_batch{};
  }
  void disable() override {}
  pc_batch take_left_over() override { return recording_.left_over; }

 private:
  pc_sampling_recording recording_;
  std::size_t at_ = 0;
};

// tests/data/cupti/barrier.json is a session of the barrier kernel of toy_kernels_on_gpu.cu,
// written there by CODAG_RECORD_PC_SAMPLING.
TEST(recording, of_the_barrier_kernel_on_a_gpu_reads_as_barrier) {
  const std::filesystem::path file = CODAG_SOURCE_DIR "/tests/data/cupti/barrier.json";
  if (!std::filesystem::exists(file)) GTEST_SKIP() << file << " has not been recorded on a GPU yet";
  replayed gpu(read_recording(file));
  const stall_profile profile = to_stall_profile(sample(gpu));
  EXPECT_GE(profile.samples, pc_sampler::enough_samples);
  for (const auto& [name, reason] : profile.reasons)
    EXPECT_LE(reason.not_issued, reason.samples) << name << " includes its twin";
  EXPECT_GT(static_cast<double>(profile.reasons.at("barrier").samples),
            0.5 * static_cast<double>(profile.samples));
}

}  // namespace
}  // namespace codag::harness
