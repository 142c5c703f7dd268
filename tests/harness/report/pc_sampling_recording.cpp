// PC sampling written as JSON, read again, and decoded without a GPU.
#include "harness/report/pc_sampling_recording.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "harness/measure/profile/cannot_profile.hpp"
#include "harness/measure/profile/pc_sampler.hpp"
#include "harness/measure/profile/stall_histogram.hpp"
#include "tests/datasets/temporary_directory.hpp"
#include "tests/harness/measure/profile/fake_pc_sampling.hpp"

namespace codag::harness {
namespace {

/// The samples of that many kernels in one session.
std::vector<pc_samples> sample(pc_sampling_api& api, unsigned kernels = 1) {
  pc_sampler sampler(api, [] {});
  std::vector<pc_samples> samples;
  for (unsigned i = 0; i < kernels; ++i)
    samples.push_back(sampler.sample([] { return 1e-3; }, {.period_exponent = 11 + i}));
  return samples;
}

TEST(recording, is_what_was_answered_for_the_last_kernel) {
  const codag::datasets::temporary_directory folder;
  auto cupti = std::make_unique<fake_pc_sampling>();
  const pc_batch some = batch_of({record_of(0, 20'000), record_of(2, 3, 32)}, 1);
  const pc_batch last = batch_of({record_of(1, 7)});
  cupti->ranges = {{batch_of({record_of(0, 30'000)})}, {some, last}};
  const auto names = cupti->names;
  const auto file = folder.path() / "range.json";
  const auto recorded = recorded_in(file, std::move(cupti));
  const std::vector<pc_samples> samples = sample(*recorded, 2);

  const pc_sampling_recording read = read_recording(file);
  EXPECT_EQ(read.names, names);
  EXPECT_EQ(read.period_exponent, 12u);
  ASSERT_EQ(read.batches.size(), 2 + pc_sampler::quiet_polls);
  EXPECT_EQ(read.batches[0], some);
  EXPECT_EQ(read.batches[1], last);
  EXPECT_EQ(samples[1].records.size(), 2u) << "recording changes nothing";
}

TEST(recording, that_cannot_be_written_ends_before_anything_is_enabled) {
  const codag::datasets::temporary_directory folder;
  const auto file = folder.path() / "none" / "range.json";
  const auto recorded = recorded_in(file, std::make_unique<fake_pc_sampling>());
  try {
    sample(*recorded);
    FAIL() << "it was written";
  } catch (const cannot_profile& e) {
    EXPECT_EQ(e.what(), file.string() + ": cannot be written");
  }
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

/// Gives the answers of a recording.
class replayed final : public pc_sampling_api {
 public:
  explicit replayed(pc_sampling_recording recording) : recording_(std::move(recording)) {}
  void enable() override {}
  stall_reason_names stall_reasons() override { return recording_.names; }
  std::vector<std::string> configure(const pc_sampling_configuration& /*c*/) override { return {}; }
  std::vector<std::string> set_period(unsigned /*period_exponent*/) override { return {}; }
  void start() override {}
  void stop() override {}
  pc_batch get_data() override {
    return at_ < recording_.batches.size() ? recording_.batches[at_++] : pc_batch{};
  }
  void disable() override {}

 private:
  pc_sampling_recording recording_;
  std::size_t at_ = 0;
};

/// A range of leader_and_barrier of toy_kernels.cuh, by CODAG_RECORD_PC_SAMPLING on an NVIDIA H200
/// with driver 580.159.04 and CUDA 13.0. The compiler had then folded the leader's work into one
/// multiply-add per barrier, so that little more than half of the samples are of the barrier.
class barrier_recording : public testing::Test {
 protected:
  const pc_sampling_recording recording =
      read_recording(CODAG_SOURCE_DIR "/tests/data/cupti/barrier.json");
};

TEST_F(barrier_recording, has_a_plain_name_and_a_twin_for_every_stall_reason) {
  std::map<std::string, unsigned> of_reason;
  std::vector<std::string> others;
  for (const auto& [index, name] : recording.names)
    if (const auto reason = parse_stall_reason(name))
      of_reason[std::string(reason->plain)] += reason->not_issued ? 1 : 100;
    else
      others.push_back(name);
  EXPECT_EQ(others, (std::vector<std::string>{"smsp__pcsamp_sample_count",
                                              "smsp__pcsamp_samples_data_dropped"}));
  EXPECT_EQ(of_reason.size(), 19u);
  for (const auto& [reason, names] : of_reason) EXPECT_EQ(names, 101u) << reason;
}

TEST_F(barrier_recording, reads_as_barrier) {
  replayed gpu(recording);
  const stall_profile profile = to_stall_profile(sample(gpu).front());
  const auto most = std::ranges::max_element(
      profile.reasons, {}, [](const auto& reason) { return reason.second.samples; });
  EXPECT_EQ(most->first, "barrier");
  EXPECT_GT(most->second.samples, profile.samples / 2);
  EXPECT_EQ(profile.dropped, 0u);
}

// CUPTI's own total is that of the plain names: a twin is in its plain name, and a call's total is
// the call's own.
TEST_F(barrier_recording, adds_up_to_cuptis_total) {
  replayed gpu(recording);
  const stall_profile profile = to_stall_profile(sample(gpu).front());
  std::uint64_t total = 0;
  for (const pc_batch& batch : recording.batches) total += batch.total_samples;
  EXPECT_GE(total, pc_sampler::enough_samples);
  EXPECT_EQ(profile.samples, total);
  for (const auto& [name, reason] : profile.reasons)
    EXPECT_LE(reason.not_issued, reason.samples) << name;
}

}  // namespace
}  // namespace codag::harness
