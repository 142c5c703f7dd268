// PC sampling played from a script, which writes down what it was asked to do.
#pragma once

#include <algorithm>
#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "harness/profile/pc_sampling_api.hpp"

namespace codag::harness {

class fake_pc_sampling final : public pc_sampling_api {
 public:
  /// What a session gives, in order; afterwards empty batches.
  struct session {
    std::deque<pc_batch> batches;
    pc_batch left_over;
  };
  std::deque<session> sessions;  ///< one an enable()
  stall_reason_names names = {{0, "smsp__pcsamp_warps_issue_stalled_barrier"},
                              {1, "smsp__pcsamp_warps_issue_stalled_barrier_not_issued"},
                              {2, "smsp__pcsamp_warps_issue_stalled_selected"},
                              {3, "smsp__pcsamp_samples_data_dropped"}};
  std::vector<std::string> refused;            ///< by configure
  std::function<void(const std::string&)> on;  ///< called with each call's name: may throw

  std::vector<std::string> calls;
  std::vector<unsigned> periods;

  void enable() override {
    note("enable");
    now_ = sessions.empty() ? session{} : sessions.front();
    if (!sessions.empty()) sessions.pop_front();
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
  void start() override { note("start"); }
  void stop() override { note("stop"); }
  pc_batch get_data() override {
    note("get_data");
    if (now_.batches.empty()) return {};
    const pc_batch batch = now_.batches.front();
    now_.batches.pop_front();
    return batch;
  }
  void disable() override { note("disable"); }
  pc_batch take_left_over() override {
    note("take_left_over");
    return now_.left_over;
  }

  void note(const std::string& call) {
    calls.push_back(call);
    if (on) on(call);
  }
  /// How often `call` was made.
  [[nodiscard]] std::size_t count(const std::string& call) const {
    return static_cast<std::size_t>(std::ranges::count(calls, call));
  }

 private:
  session now_;
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
