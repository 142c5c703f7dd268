// What is verified and sampled, in which order, on a workload whose times are made up.
#include "harness/measure/transfer/transfer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace codag::harness {
namespace {

/// A column of 1 GB that was compressed to a quarter. A run takes its own number of seconds.
class made_up final : public transfer_workload {
 public:
  void choose(transfer_run run) override { chosen_ = run; }
  [[nodiscard]] transfer_sizes sizes() const override {
    return {.piece_bytes = 16, .pieces = 4, .streams = 2, .in = 250'000'000, .out = 1'000'000'000};
  }
  [[nodiscard]] std::string why_no_values() const override { return sink; }
  void poison() override { log.push_back("poison " + std::string(to_string(chosen_))); }
  verification outcome() override {
    const auto before = std::ranges::count(log, "poison " + std::string(to_string(chosen_)));
    const bool ok = chosen_ != wrong || before != wrong_time;
    return {.ok = ok, .reason = ok ? "" : "byte 7", .chunk_status = {}};
  }
  void launch() override {}
  timed_run run(bool cold) override {
    EXPECT_FALSE(cold);
    if (log.back() != to_string(chosen_)) log.emplace_back(to_string(chosen_));
    return {.seconds = seconds(chosen_)};
  }
  static double seconds(transfer_run run) { return 1 + static_cast<double>(run); }

  std::vector<std::string> log;
  std::string sink;
  transfer_run wrong = transfer_run::in;
  std::ptrdiff_t wrong_time = 0;  ///< which verification of that run fails, from 1; 0: none

 private:
  transfer_run chosen_ = transfer_run::none;
};

constexpr time_spec three_samples{.warmup = 0, .min_samples = 3, .max_samples = 3};

transfer_facts measured(made_up& workload, bool copy_back = true) {
  return measure_transfer(workload, {.copy_back = copy_back}, three_samples, "case");
}

TEST(transfer, values_are_verified_before_all_times_and_after_the_last_sample) {
  made_up workload;
  const transfer_facts facts = measured(workload);
  EXPECT_EQ(workload.log,
            (std::vector<std::string>{"poison in", "poison in_out", "none", "in", "poison in", "in",
                                      "in_out", "poison in_out", "in_out", "copy_in", "decode",
                                      "copy_out", "link_in", "link_out", "link_both"}));
  EXPECT_EQ(facts.runs.at(transfer_run::in).verified, 1u);
  EXPECT_EQ(facts.runs.at(transfer_run::decode).verified, 0u) << "it begins with copied chunks";
}

TEST(transfer, each_run_has_its_own_samples) {
  made_up workload;
  const transfer_facts facts = measured(workload);
  ASSERT_EQ(facts.runs.size(), all_transfer_runs.size());
  for (const auto& [run, samples] : facts.runs) {
    EXPECT_EQ(samples.seconds, std::vector<double>(3, made_up::seconds(run))) << to_string(run);
    EXPECT_EQ(samples.median, made_up::seconds(run));
  }
  EXPECT_EQ(facts.not_copied_back, "");
  EXPECT_EQ(facts.sizes.pieces, 4u);
}

TEST(transfer, without_copies_back_the_reason_is_kept) {
  made_up workload;
  const transfer_facts not_asked = measured(workload, false);
  EXPECT_EQ(workload.log.front(), "poison in");
  EXPECT_EQ(std::ranges::count(workload.log, "poison in_out"), 0);
  EXPECT_EQ(not_asked.runs.size(), all_transfer_runs.size() - 2);
  EXPECT_FALSE(not_asked.runs.contains(transfer_run::in_out));
  EXPECT_FALSE(not_asked.runs.contains(transfer_run::copy_out));
  EXPECT_NE(not_asked.not_copied_back, "");
  made_up sum;
  sum.sink = "it adds";
  EXPECT_EQ(measured(sum).not_copied_back, "it adds");
}

TEST(transfer, wrong_values_end_it_whenever_they_appear) {
  struct {
    transfer_run wrong;
    std::ptrdiff_t time;
    std::size_t steps;
    const char* reason;
  } const cases[] = {{transfer_run::in, 1, 1, "byte 7"},
                     {transfer_run::in_out, 1, 2, "byte 7"},
                     {transfer_run::in, 2, 6, "sample 3 is wrong: byte 7"},
                     {transfer_run::in_out, 2, 9, "sample 3 is wrong: byte 7"}};
  for (const auto& c : cases) {
    made_up workload;
    workload.wrong = c.wrong;
    workload.wrong_time = c.time;
    try {
      measured(workload);
      FAIL() << to_string(c.wrong) << c.time;
    } catch (const wrong_transfer& e) {
      EXPECT_EQ(e.what(), "in the transfer, " + std::string(to_string(c.wrong)) + ": " + c.reason);
    }
    EXPECT_EQ(workload.log.size(), c.steps) << "nothing is sampled after wrong values";
  }
}

TEST(transfer, the_links_least_time_is_that_of_its_busiest_direction) {
  transfer_facts facts{.sizes = made_up().sizes(), .runs = {}, .not_copied_back = {}};
  const auto takes = [&](transfer_run run, double seconds) { facts.runs[run].median = seconds; };
  takes(transfer_run::link_in, 2);    // 0.5 GB/s
  takes(transfer_run::link_out, 4);   // 0.25 GB/s
  takes(transfer_run::link_both, 3);  // 0.33 GB/s, of both together
  EXPECT_DOUBLE_EQ(facts.link_seconds(transfer_run::in), 0.5);
  EXPECT_DOUBLE_EQ(facts.link_seconds(transfer_run::in_out), 4) << "the values, at 0.25 GB/s";
  EXPECT_DOUBLE_EQ(facts.link_seconds(transfer_run::copy_out), 4);
  takes(transfer_run::link_both, 8);
  EXPECT_DOUBLE_EQ(facts.link_seconds(transfer_run::in_out), 10) << "1.25 GB in both directions";
  EXPECT_DOUBLE_EQ(facts.link_seconds(transfer_run::in), 0.5) << "which has one direction";
  EXPECT_EQ(facts.link_seconds(transfer_run::none), 0);
}

TEST(transfer, a_workload_without_one_says_so) {
  class other final : public workload {
    void poison() override {}
    verification outcome() override { return {}; }
    void launch() override {}
  } none;
  EXPECT_THROW(none.transfer({}), cannot_run);
}

}  // namespace
}  // namespace codag::harness
