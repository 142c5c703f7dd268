// The sequence of a PC sampling pass, against a script in CUPTI's place.
#include "harness/profile/pc_sampler.hpp"

#include <gtest/gtest.h>

#include "harness/profile/cannot_profile.hpp"
#include "harness/profile/stall_histogram.hpp"
#include "tests/harness/profile/fake_pc_sampling.hpp"

namespace codag::harness {
namespace {

constexpr std::uint32_t barrier = 0, barrier_not_issued = 1, selected = 2, dropped = 3;
constexpr std::uint32_t enough = pc_sampler::enough_samples;

class pc_sampling : public testing::Test {
 protected:
  pc_samples sample(const stall_options& options = {}) {
    return pc_sampler(cupti, options, [this] { ++pauses; }).sample([this] {
      cupti.note("launch");
      return 0.5;
    });
  }
  /// The reason that sampling fails with.
  std::string failure() {
    try {
      sample();
    } catch (const cannot_profile& e) {
      return e.what();
    }
    return "it did not fail";
  }

  fake_pc_sampling cupti;
  unsigned pauses = 0;
};

TEST_F(pc_sampling, makes_the_calls_in_order) {
  cupti.sessions = {{{batch_of({record_of(barrier, enough)})}, {}}};
  const pc_samples samples = sample({.launches = 2});
  std::vector<std::string> expected = {"enable", "stall_reasons", "configure", "start",
                                       "launch", "launch",        "stop",      "get_data"};
  for (unsigned i = 0; i < pc_sampler::quiet_polls; ++i) expected.emplace_back("get_data");
  expected.insert(expected.end(), {"disable", "take_left_over"});
  EXPECT_EQ(cupti.calls, expected);
  EXPECT_EQ(samples.launches, 2u);
  EXPECT_DOUBLE_EQ(samples.kernel_seconds, 0.5);
  EXPECT_EQ(cupti.periods, std::vector<unsigned>{11});
}

TEST_F(pc_sampling, polls_until_nothing_remains_and_it_is_quiet) {
  // An empty batch in between, and one that says more remains, are no end.
  cupti.sessions = {{{batch_of({record_of(barrier, enough)}, 1), batch_of({}, 1), batch_of({}),
                      batch_of({record_of(barrier, 5)})},
                     {}}};
  const pc_samples samples = sample();
  EXPECT_EQ(cupti.count("get_data"), 4 + pc_sampler::quiet_polls);
  EXPECT_GE(pauses, pc_sampler::quiet_polls);
  EXPECT_EQ(total(histogram(samples.records, samples.names)), enough + 5);
}

TEST_F(pc_sampling, counts_what_was_left_over) {
  cupti.sessions = {{{batch_of({record_of(barrier, enough)})}, batch_of({record_of(selected, 3)})}};
  const pc_samples samples = sample();
  EXPECT_EQ(histogram(samples.records, samples.names).at("selected").samples, 3u);
}

TEST_F(pc_sampling, sums_the_records_of_one_instruction) {
  cupti.sessions = {{{batch_of({record_of(barrier, enough), record_of(barrier, 1, 32)}),
                      batch_of({record_of(barrier, 2), record_of(selected, 4)})},
                     {}}};
  const pc_samples samples = sample();
  ASSERT_EQ(samples.records.size(), 2u);
  EXPECT_EQ(samples.records[0].samples, (std::vector<std::pair<std::uint32_t, std::uint32_t>>{
                                            {barrier, enough + 2}, {selected, 4}}));
}

TEST_F(pc_sampling, a_twin_is_never_added_to_its_plain_name) {
  cupti.sessions = {{{batch_of({record_of(barrier, enough), record_of(barrier_not_issued, 900),
                                record_of(dropped, 5)})},
                     {}}};
  const stall_profile profile = to_stall_profile(sample());
  EXPECT_EQ(profile.samples, enough);
  ASSERT_EQ(profile.reasons.size(), 1u) << "what is no stall reason is not among them";
  EXPECT_EQ(profile.reasons.at("barrier").samples, enough);
  EXPECT_EQ(profile.reasons.at("barrier").not_issued, 900u);
  EXPECT_EQ(profile.period_cycles, 2048u);
}

TEST_F(pc_sampling, lost_samples_lengthen_the_period) {
  pc_batch lossy = batch_of({record_of(barrier, enough)});
  lossy.dropped_samples = lossy.total_samples / 50;
  cupti.sessions = {{{lossy}, {}}, {{batch_of({record_of(barrier, enough + 1)})}, {}}};
  const pc_samples samples = sample();
  EXPECT_EQ(cupti.periods, (std::vector<unsigned>{11, 11 + pc_sampler::period_step}));
  EXPECT_EQ(cupti.count("disable"), 2u);
  EXPECT_EQ(samples.period_exponent, 11 + pc_sampler::period_step);
  EXPECT_EQ(samples.dropped, 0u);
  EXPECT_EQ(total(histogram(samples.records, samples.names)), enough + 1)
      << "the lossy session's samples do not count";
}

TEST_F(pc_sampling, a_few_lost_samples_are_kept_and_said) {
  pc_batch batch = batch_of({record_of(barrier, enough)});
  batch.dropped_samples = batch.total_samples / 1000;
  cupti.sessions = {{{batch}, {}}};
  EXPECT_EQ(sample().dropped, batch.dropped_samples);
  EXPECT_EQ(cupti.periods.size(), 1u);
}

TEST_F(pc_sampling, a_full_buffer_gives_up_after_some_sessions) {
  for (unsigned i = 0; i < 10; ++i) {
    pc_batch full;
    full.hardware_buffer_full = true;
    cupti.sessions.push_back({{full}, {}});
  }
  EXPECT_EQ(failure(),
            "the GPU's sampling buffer overflowed even with 2^17 cycles between samples");
  EXPECT_EQ(cupti.periods, (std::vector<unsigned>{11, 13, 15, 17}));
  EXPECT_EQ(cupti.count("disable"), cupti.count("enable"));
}

TEST_F(pc_sampling, no_period_is_longer_than_cupti_takes) {
  pc_batch full;
  full.hardware_buffer_full = true;
  cupti.sessions = {{{full}, {}}, {{full}, {}}};
  EXPECT_THROW(sample({.period_exponent = 30}), cannot_profile);
  EXPECT_EQ(cupti.periods, std::vector<unsigned>{30});
}

TEST_F(pc_sampling, few_samples_launch_more) {
  // 1000 of 5 launches: 45 more make 10,000.
  cupti.sessions = {{{batch_of({record_of(barrier, 1000)})}, {}}};
  for (unsigned i = 0; i < pc_sampler::quiet_polls; ++i)
    cupti.sessions[0].batches.push_back(batch_of({}));
  cupti.sessions[0].batches.push_back(batch_of({record_of(barrier, 9000)}));
  const pc_samples samples = sample();
  EXPECT_EQ(samples.launches, 50u);
  EXPECT_EQ(cupti.count("launch"), 50u);
  EXPECT_EQ(cupti.count("enable"), 1u) << "the first launches' samples are kept";
  EXPECT_EQ(cupti.count("start"), 2u);
  EXPECT_EQ(cupti.count("stop"), 2u);
}

TEST_F(pc_sampling, launches_are_bounded) {
  cupti.sessions = {{{batch_of({record_of(barrier, 1)})}, {}}};
  EXPECT_EQ(sample().launches, pc_sampler::most_launches) << "few samples are better than none";
}

TEST_F(pc_sampling, no_samples_say_how_to_get_some) {
  EXPECT_NE(failure().find("in a process of their own, before any metrics"), std::string::npos);
  EXPECT_EQ(cupti.count("launch"), pc_sampler::most_launches);
}

TEST_F(pc_sampling, a_refused_attribute_ends_before_the_start) {
  cupti.refused = {"sampling period (7)"};
  EXPECT_EQ(failure(), "CUPTI refused to configure PC sampling: sampling period (7)");
  EXPECT_EQ(cupti.calls,
            (std::vector<std::string>{"enable", "stall_reasons", "configure", "disable"}));
}

TEST_F(pc_sampling, what_a_call_throws_ends_the_pass_disabled) {
  for (const char* call : {"stall_reasons", "configure", "start", "launch", "stop", "get_data"}) {
    cupti.calls.clear();
    cupti.on = [&](const std::string& now) {
      if (now == call) throw cupti_error("cuptiCall", 999, "CUPTI_ERROR_UNKNOWN");
    };
    EXPECT_EQ(failure(), "cuptiCall: CUPTI_ERROR_UNKNOWN (999)") << call;
    EXPECT_EQ(cupti.count("disable"), 1u) << call;
    EXPECT_EQ(cupti.calls.back(), "disable") << call;
  }
}

TEST_F(pc_sampling, polling_is_bounded) {
  cupti.sessions.resize(1);
  for (unsigned i = 0; i <= pc_sampler::most_polls; ++i)
    cupti.sessions[0].batches.push_back(batch_of({}, 1));
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
  EXPECT_EQ(cupti.count("disable"), 0u) << "what was never enabled is not disabled";
}

}  // namespace
}  // namespace codag::harness
