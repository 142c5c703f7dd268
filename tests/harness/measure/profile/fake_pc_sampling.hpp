// PC sampling played from a script, which writes down what it was asked to do. As measured on a
// GPU, only the first session gives samples.
#pragma once

#include <algorithm>
#include <deque>
#include <functional>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "harness/measure/profile/pc_sampling_api.hpp"

namespace codag::harness {

class fake_pc_sampling final : public pc_sampling_api {
 public:
  /// What get_data gives, in order, once a range has been stopped; afterwards empty batches.
  using range = std::deque<pc_batch>;
  std::deque<range> ranges;  ///< one per start and stop
  stall_reason_names names = {{0, "smsp__pcsamp_warps_issue_stalled_barrier"},
                              {1, "smsp__pcsamp_warps_issue_stalled_barrier_not_issued"},
                              {2, "smsp__pcsamp_warps_issue_stalled_selected"},
                              {3, "smsp__pcsamp_samples_data_dropped"}};
  std::vector<std::string> refused;            ///< by configure
  std::vector<std::string> refused_periods;    ///< by set_period
  std::function<void(const std::string&)> on;  ///< called with each call's name: may throw

  std::vector<std::string> calls;
  std::vector<unsigned> periods;

  void enable() override {
    note("enable");
    if (count("disable") > 0) ranges.clear();
  }
  stall_reason_names stall_reasons() override {
    note("stall_reasons");
    return names;
  }
  std::vector<std::string> configure(const pc_sampling_configuration& c) override {
    note("configure");
    periods.push_back(c.period_exponent);
    return refused;
  }
  std::vector<std::string> set_period(unsigned period_exponent) override {
    note("set_period");
    if (refused_periods.empty()) periods.push_back(period_exponent);
    return refused_periods;
  }
  void start() override { note("start"); }
  void stop() override {
    note("stop");
    if (ranges.empty()) return;
    std::ranges::move(ranges.front(), std::back_inserter(given_));
    ranges.pop_front();
  }
  pc_batch get_data() override {
    note("get_data");
    if (given_.empty()) return {};
    pc_batch batch = std::move(given_.front());
    given_.pop_front();
    return batch;
  }
  void disable() override { note("disable"); }

  void note(const std::string& call) {
    calls.push_back(call);
    if (on) on(call);
  }
  /// How often `call` was made.
  [[nodiscard]] std::size_t count(const std::string& call) const {
    return static_cast<std::size_t>(std::ranges::count(calls, call));
  }

 private:
  range given_;
};

/// `samples` of the reason with that index, at one instruction.
inline pc_record record_of(std::uint32_t reason, std::uint32_t samples, std::uint64_t pc = 16) {
  return {.cubin_crc = 7, .pc_offset = pc, .function = "k", .samples = {{reason, samples}}};
}

inline pc_batch batch_of(std::vector<pc_record> records, std::uint64_t remaining = 0) {
  pc_batch batch{.records = std::move(records), .remaining_pcs = remaining};
  for (const pc_record& r : batch.records)
    for (const auto& [reason, samples] : r.samples) batch.total_samples += samples;
  return batch;
}

}  // namespace codag::harness
