#include "harness/profile/pc_sampler.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>

#include "harness/profile/cannot_profile.hpp"
#include "harness/profile/stall_histogram.hpp"

namespace codag::harness {
namespace {

/// Adds up batches, a record a PC.
class pc_sum {
 public:
  void add(const pc_batch& batch) {
    total_ += batch.total_samples;
    dropped_ += batch.dropped_samples;
    full_ |= batch.hardware_buffer_full;
    for (const pc_record& r : batch.records) {
      pc_record& sum =
          records_.try_emplace({r.cubin_crc, r.function, r.pc_offset}, blank(r)).first->second;
      for (const auto& [reason, samples] : r.samples) {
        const auto at =
            std::ranges::find(sum.samples, reason, [](const auto& s) { return s.first; });
        if (at == sum.samples.end())
          sum.samples.emplace_back(reason, samples);
        else
          at->second += samples;
      }
    }
  }

  [[nodiscard]] bool buffer_full() const { return full_; }
  [[nodiscard]] bool lost_too_much() const {
    return full_ || static_cast<double>(dropped_) >
                        pc_sampler::most_dropped * static_cast<double>(std::max(total_, dropped_));
  }
  [[nodiscard]] std::uint64_t dropped() const { return dropped_; }
  [[nodiscard]] std::vector<pc_record> records() const {
    std::vector<pc_record> all;
    all.reserve(records_.size());
    for (const auto& [key, record] : records_) all.push_back(record);
    return all;
  }

 private:
  static pc_record blank(pc_record r) {
    r.samples.clear();
    return r;
  }

  std::map<std::tuple<std::uint64_t, std::string, std::uint64_t>, pc_record> records_;
  std::uint64_t total_ = 0, dropped_ = 0;
  bool full_ = false;
};

/// Polls until nothing comes and nothing remains.
void drain(pc_sampling_api& api, pc_sum& sum, const std::function<void()>& pause) {
  unsigned quiet = 0;
  for (unsigned poll = 0; quiet < pc_sampler::quiet_polls; ++poll) {
    if (poll == pc_sampler::most_polls)
      throw cannot_profile("CUPTI still had samples after " + std::to_string(poll) + " polls");
    const pc_batch batch = api.get_data();
    sum.add(batch);
    if (batch.hardware_buffer_full) return;
    const bool nothing = batch.records.empty() && batch.remaining_pcs == 0;
    quiet = nothing ? quiet + 1 : 0;
    if (batch.remaining_pcs == 0) pause();
  }
}

/// Enabled from its construction until finish(), or until an exception ends it.
class session {
 public:
  session(pc_sampling_api& api, unsigned period_exponent) : api_(api) {
    api_.enable();
    try {
      names_ = api_.stall_reasons();
      pc_sampling_configuration configuration{.period_exponent = period_exponent};
      for (const auto& [index, name] : names_) configuration.reasons.push_back(index);
      const std::vector<std::string> refused = api_.configure(configuration);
      if (!refused.empty())
        throw cannot_profile("CUPTI refused to configure PC sampling: " + refused.front());
    } catch (...) {
      disable_quietly();
      throw;
    }
  }
  ~session() {
    if (enabled_) disable_quietly();
  }
  session(const session&) = delete;
  session& operator=(const session&) = delete;

  [[nodiscard]] const stall_reason_names& names() const { return names_; }

  /// Samples the launches; returns their seconds.
  double sample(unsigned launches, const profiled_launch& launch) {
    double seconds = 0;
    api_.start();
    for (unsigned i = 0; i < launches; ++i) seconds += launch();
    api_.stop();
    return seconds;
  }

  /// Disables; returns the records that were left over.
  pc_batch finish() {
    enabled_ = false;
    api_.disable();
    return api_.take_left_over();
  }

 private:
  void disable_quietly() {
    try {
      api_.disable();
    } catch (const cannot_profile&) {
      // What ended the session is already on its way.
    }
  }

  pc_sampling_api& api_;
  stall_reason_names names_;
  bool enabled_ = true;
};

/// How many more launches give enough samples, when `launches` gave `samples`.
unsigned launches_missing(std::uint64_t samples, unsigned launches) {
  const unsigned allowed =
      pc_sampler::most_launches - std::min(launches, pc_sampler::most_launches);
  if (samples >= pc_sampler::enough_samples) return 0;
  if (samples == 0) return std::min(allowed, 10 * launches);
  const std::uint64_t missing = pc_sampler::enough_samples - samples;
  return static_cast<unsigned>(
      std::min<std::uint64_t>(allowed, (missing * launches + samples - 1) / samples));
}

}  // namespace

pc_samples pc_sampler::sample(const profiled_launch& launch) {
  unsigned period = options_.period_exponent;
  for (unsigned sessions = 1;; ++sessions, period += period_step) {
    session open(api_, period);
    pc_samples result{.names = open.names(), .period_exponent = period};
    pc_sum sum;
    double seconds = 0;
    for (unsigned more = options_.launches; more > 0;) {
      seconds += open.sample(more, launch);
      result.launches += more;
      drain(api_, sum, pause_);
      more = sum.lost_too_much()
                 ? 0
                 : launches_missing(total(histogram(sum.records(), result.names)), result.launches);
    }
    sum.add(open.finish());
    if (!sum.lost_too_much()) {
      result.records = sum.records();
      result.dropped = sum.dropped();
      result.kernel_seconds = seconds / result.launches;
      if (total(histogram(result.records, result.names)) == 0)
        throw cannot_profile(
            "CUPTI gave no samples: sample stalls in a process of their own, before any metrics");
      return result;
    }
    if (sessions == most_sessions || period + period_step > longest_period)
      throw cannot_profile((sum.buffer_full() ? "the GPU's sampling buffer overflowed"
                                              : "the GPU dropped more than 1 % of the samples") +
                           std::string(" even with 2^") + std::to_string(period) +
                           " cycles between samples");
  }
}

}  // namespace codag::harness
