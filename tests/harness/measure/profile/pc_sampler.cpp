// The sequence of PC sampling, against a script in CUPTI's place.
#include "harness/measure/profile/pc_sampler.hpp"

#include <gtest/gtest.h>

#include "harness/measure/profile/cannot_profile.hpp"
#include "harness/measure/profile/stall_histogram.hpp"
#include "tests/harness/measure/profile/fake_pc_sampling.hpp"

namespace codag::harness {
namespace {

using calls = std::vector<std::string>;

constexpr std::uint32_t barrier = 0, barrier_not_issued = 1, selected = 2, dropped = 3;
constexpr std::uint32_t enough = pc_sampler::enough_samples;

/// A range that overflows the GPU's buffer.
fake_pc_sampling::range overflow() {
  pc_batch full;
  full.hardware_buffer_full = true;
  return {full};
}

/// A range that loses a share of its samples.
fake_pc_sampling::range losing(double share) {
  pc_batch batch = batch_of({record_of(barrier, enough)});
  batch.dropped_samples = static_cast<std::uint64_t>(share * enough);
  return {batch};
}

std::uint64_t total_of(const pc_samples& samples) {
  return total(histogram(samples.records, samples.names));
}

class pc_sampling : public testing::Test {
 protected:
  /// A kernel more of the session.
  pc_samples sample(const stall_options& options = {}) {
    return sampler->sample(
        [this] {
          cupti.note("launch");
          return 0.5;
        },
        options);
  }
  /// The reason that sampling a kernel fails with.
  std::string failure(const stall_options& options = {}) {
    try {
      sample(options);
    } catch (const cannot_profile& e) {
      return e.what();
    }
    return "it did not fail";
  }

  fake_pc_sampling cupti;
  unsigned pauses = 0;
  std::optional<pc_sampler> sampler{std::in_place, cupti, [this] { ++pauses; }};
};

TEST_F(pc_sampling, makes_the_calls_in_order) {
  cupti.ranges = {{batch_of({record_of(barrier, enough)})}};
  const pc_samples samples = sample({.launches = 2});
  sampler.reset();
  calls expected = {"enable", "stall_reasons", "configure", "start",
                    "launch", "launch",        "stop",      "get_data"};
  expected.insert(expected.end(), pc_sampler::quiet_polls, "get_data");
  expected.emplace_back("disable");
  EXPECT_EQ(cupti.calls, expected);
  EXPECT_EQ(samples.launches, 2u);
  EXPECT_DOUBLE_EQ(samples.kernel_seconds, 0.5);
  EXPECT_EQ(cupti.periods, std::vector<unsigned>{11});
}

TEST_F(pc_sampling, calls_nothing_for_no_kernel) {
  sampler.reset();
  EXPECT_EQ(cupti.calls, calls{});
}

TEST_F(pc_sampling, of_a_second_kernel_is_a_range_of_the_same_session) {
  cupti.ranges = {{batch_of({record_of(barrier, enough)})},
                  {batch_of({record_of(selected, enough + 1)})}};
  const pc_samples first = sample({.launches = 1});
  cupti.calls.clear();
  const pc_samples second = sample({.launches = 1});
  calls expected(pc_sampler::quiet_polls, "get_data");
  expected.insert(expected.end(), {"start", "launch", "stop"});
  expected.insert(expected.end(), 1 + pc_sampler::quiet_polls, "get_data");
  EXPECT_EQ(cupti.calls, expected);
  EXPECT_EQ(total_of(first), enough);
  EXPECT_EQ(total_of(second), enough + 1);
  EXPECT_EQ(second.names, cupti.names);
  EXPECT_FALSE(histogram(second.records, second.names).contains("barrier"));
}

TEST_F(pc_sampling, in_a_second_session_of_the_process_gives_none) {
  cupti.ranges = {{batch_of({record_of(barrier, enough)})},
                  {batch_of({record_of(barrier, enough)})}};
  sample();
  sampler.emplace(cupti, [] {});
  EXPECT_EQ(failure().find("CUPTI gave no samples"), 0u);
}

TEST_F(pc_sampling, what_comes_late_is_not_the_next_kernels) {
  fake_pc_sampling::range first = {batch_of({record_of(barrier, enough)})};
  first.insert(first.end(), pc_sampler::quiet_polls, batch_of({}));
  first.push_back(batch_of({record_of(barrier, 7)}));
  cupti.ranges = {first, {batch_of({record_of(selected, enough)})}};
  EXPECT_EQ(total_of(sample()), enough);
  EXPECT_FALSE(histogram(sample().records, cupti.names).contains("barrier"));
}

TEST_F(pc_sampling, polls_until_nothing_remains_and_it_is_quiet) {
  // An empty batch in between, and one that says more remains, are no end.
  cupti.ranges = {{batch_of({record_of(barrier, enough)}, 1), batch_of({}, 1), batch_of({}),
                   batch_of({record_of(barrier, 5)})}};
  const pc_samples samples = sample();
  EXPECT_EQ(cupti.count("get_data"), 4 + pc_sampler::quiet_polls);
  EXPECT_GE(pauses, pc_sampler::quiet_polls);
  EXPECT_EQ(total_of(samples), enough + 5);
}

TEST_F(pc_sampling, sums_the_records_of_one_instruction) {
  cupti.ranges = {{batch_of({record_of(barrier, enough), record_of(barrier, 1, 32)}),
                   batch_of({record_of(barrier, 2), record_of(selected, 4)})}};
  const pc_samples samples = sample();
  ASSERT_EQ(samples.records.size(), 2u);
  EXPECT_EQ(samples.records[0].samples, (std::vector<std::pair<std::uint32_t, std::uint32_t>>{
                                            {barrier, enough + 2}, {selected, 4}}));
}

TEST_F(pc_sampling, a_twin_is_never_added_to_its_plain_name) {
  cupti.ranges = {{batch_of(
      {record_of(barrier, enough), record_of(barrier_not_issued, 900), record_of(dropped, 5)})}};
  const stall_profile profile = to_stall_profile(sample());
  EXPECT_EQ(profile.samples, enough);
  ASSERT_EQ(profile.reasons.size(), 1u) << "what is no stall reason is not among them";
  EXPECT_EQ(profile.reasons.at("barrier").samples, enough);
  EXPECT_EQ(profile.reasons.at("barrier").not_issued, 900u);
  EXPECT_EQ(profile.period_cycles, 2048u);
}

TEST_F(pc_sampling, lost_samples_lengthen_the_period_of_that_kernel) {
  cupti.ranges = {losing(0.02),
                  {batch_of({record_of(barrier, enough + 1)})},
                  {batch_of({record_of(barrier, enough + 2)})}};
  const pc_samples samples = sample();
  EXPECT_EQ(samples.period_exponent, 11 + pc_sampler::period_step);
  EXPECT_EQ(samples.dropped, 0u);
  EXPECT_EQ(total_of(samples), enough + 1) << "the lossy range's samples do not count";
  EXPECT_EQ(sample().period_exponent, 11u) << "the next kernel begins anew";
  EXPECT_EQ(cupti.periods, (std::vector<unsigned>{11, 11 + pc_sampler::period_step, 11}));
  EXPECT_EQ(cupti.count("enable"), 1u);
  EXPECT_EQ(cupti.count("configure"), 1u);
  EXPECT_EQ(cupti.count("disable"), 0u);
}

TEST_F(pc_sampling, a_period_that_cannot_be_changed_says_what_was_lost) {
  cupti.refused_periods = {"sampling period (7)"};
  cupti.ranges = {losing(0.02), {batch_of({record_of(barrier, enough)})}};
  EXPECT_EQ(failure(),
            "the GPU dropped more than 1 % of the samples even with 2^11 cycles between samples, "
            "and CUPTI refused to sample every 2^13 cycles: sampling period (7)");
  EXPECT_EQ(sample().period_exponent, 11u) << "the next kernel needs no other period";
  EXPECT_EQ(failure({.period_exponent = 12}),
            "CUPTI refused to sample every 2^12 cycles: sampling period (7)");
}

TEST_F(pc_sampling, a_few_lost_samples_are_kept_and_said) {
  cupti.ranges = {losing(0.001)};
  EXPECT_EQ(sample().dropped, enough / 1000);
  EXPECT_EQ(cupti.periods.size(), 1u);
}

TEST_F(pc_sampling, a_full_buffer_gives_up_after_some_periods) {
  cupti.ranges.resize(10, overflow());
  EXPECT_EQ(failure(),
            "the GPU's sampling buffer overflowed even with 2^17 cycles between samples");
  EXPECT_EQ(cupti.periods, (std::vector<unsigned>{11, 13, 15, 17}));
}

TEST_F(pc_sampling, no_period_is_longer_than_cupti_takes) {
  cupti.ranges = {overflow(), overflow()};
  EXPECT_THROW(sample({.period_exponent = 30}), cannot_profile);
  EXPECT_EQ(cupti.periods, std::vector<unsigned>{30});
}

TEST_F(pc_sampling, few_samples_launch_more) {
  // 1000 of 5 launches: 45 more make 10,000.
  cupti.ranges = {{batch_of({record_of(barrier, 1000)})}, {batch_of({record_of(barrier, 9000)})}};
  const pc_samples samples = sample();
  EXPECT_EQ(samples.launches, 50u);
  EXPECT_EQ(total_of(samples), enough) << "the first launches' samples are kept";
  EXPECT_EQ(cupti.count("launch"), 50u);
  EXPECT_EQ(cupti.count("start"), 2u);
  EXPECT_EQ(cupti.count("stop"), 2u);
}

TEST_F(pc_sampling, launches_are_bounded) {
  cupti.ranges = {{batch_of({record_of(barrier, 1)})}};
  EXPECT_EQ(sample().launches, pc_sampler::most_launches) << "few samples are better than none";
}

TEST_F(pc_sampling, no_samples_say_how_to_get_some) {
  EXPECT_NE(failure().find("in a separate process, before any metrics"), std::string::npos);
  EXPECT_EQ(cupti.count("launch"), pc_sampler::most_launches);
}

TEST_F(pc_sampling, a_refused_attribute_ends_before_the_start) {
  cupti.refused = {"sampling period (7)"};
  EXPECT_EQ(failure(), "CUPTI refused to configure PC sampling: sampling period (7)");
  EXPECT_EQ(failure(), "CUPTI refused to configure PC sampling: sampling period (7)");
  sampler.reset();
  EXPECT_EQ(cupti.calls, (calls{"enable", "stall_reasons", "configure", "stall_reasons",
                                "configure", "disable"}));
}

class pc_sampling_where : public pc_sampling, public testing::WithParamInterface<const char*> {};

TEST_P(pc_sampling_where, it_throws_loses_one_kernel_alone) {
  cupti.on = [](const std::string& call) {
    if (call == GetParam()) throw cupti_error("cuptiCall", 999, "CUPTI_ERROR_UNKNOWN");
  };
  EXPECT_EQ(failure(), "cuptiCall: CUPTI_ERROR_UNKNOWN (999)");
  EXPECT_EQ(cupti.count("stop"), cupti.count("start") - (cupti.calls.back() == "start" ? 1 : 0))
      << "no range stays open";
  cupti.on = nullptr;
  cupti.ranges = {{batch_of({record_of(barrier, enough)})}};
  EXPECT_EQ(total_of(sample()), enough) << "of the next kernel";
  EXPECT_EQ(cupti.count("enable"), 1u);
  EXPECT_EQ(cupti.count("disable"), 0u);
}

INSTANTIATE_TEST_SUITE_P(call, pc_sampling_where,
                         testing::Values("stall_reasons", "configure", "start", "launch", "stop",
                                         "get_data"),
                         [](const auto& call) { return std::string(call.param); });

TEST_F(pc_sampling, polling_is_bounded) {
  cupti.ranges.resize(1);
  cupti.ranges[0].resize(pc_sampler::most_polls + 1, batch_of({}, 1));
  EXPECT_EQ(failure(), "CUPTI still had samples after 1000 polls");
}

TEST_F(pc_sampling, permission_and_other_clients_have_their_own_reasons) {
  const auto reason = [&](int code, const char* name) {
    cupti.on = [&](const std::string& call) {
      if (call == "enable") throw cupti_error("cuptiPCSamplingEnable", code, name);
    };
    return failure();
  };
  for (const auto& [code, name] :
       {std::pair{35, "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES"},
        std::pair{40, "CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES"}}) {
    const std::string why = reason(code, name);
    EXPECT_EQ(why.find("no_permission: cuptiPCSamplingEnable: " + std::string(name)), 0u) << why;
    EXPECT_NE(why.find("NVreg_RestrictProfilingToAdminUsers=0"), std::string::npos) << why;
  }
  for (const auto& [code, name] : {std::pair{26, "CUPTI_ERROR_HARDWARE_BUSY"},
                                   std::pair{39, "CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED"},
                                   std::pair{36, "CUPTI_ERROR_OLD_PROFILER_API_INITIALIZED"}}) {
    const std::string why = reason(code, name);
    EXPECT_EQ(why.find("another profiler holds the GPU's counters: "), 0u) << why;
    EXPECT_NE(why.find(name), std::string::npos) << why;
  }
  sampler.reset();
  EXPECT_EQ(cupti.count("disable"), 0u) << "what was never enabled is not disabled";
}

}  // namespace
}  // namespace codag::harness
