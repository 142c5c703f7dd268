#include "harness/measure/profile/pc_sampler.hpp"

#include <algorithm>
#include <exception>
#include <map>
#include <string>
#include <tuple>

#include "harness/measure/profile/cannot_profile.hpp"
#include "harness/measure/profile/stall_histogram.hpp"

namespace codag::harness {
namespace {

/// Adds up batches, with one record per PC.
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

/// Polls until no more samples arrive and none remain.
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

/// The number of further launches that should give enough samples, given that `launches` gave
/// `samples`.
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

pc_sampler::~pc_sampler() {
  if (!enabled_) return;
  try {
    api_.disable();
  } catch (const std::exception&) {
    // All kernels already have their samples.
  }
}

/// Enables and configures PC sampling, unless that has been done. After a failure the next kernel
/// tries again, without enabling it twice.
void pc_sampler::open(unsigned period_exponent) {
  if (!enabled_) api_.enable();
  enabled_ = true;
  if (period_) return;
  names_ = api_.stall_reasons();
  pc_sampling_configuration configuration{.period_exponent = period_exponent};
  for (const auto& [index, name] : names_) configuration.reasons.push_back(index);
  const std::vector<std::string> refused = api_.configure(configuration);
  if (!refused.empty())
    throw cannot_profile("CUPTI refused to configure PC sampling: " + refused.front());
  period_ = period_exponent;
}

/// Sets the period. Returns the reason if CUPTI refused it.
std::optional<std::string> pc_sampler::set_period(unsigned period_exponent) {
  if (period_ == period_exponent) return std::nullopt;
  const std::vector<std::string> refused = api_.set_period(period_exponent);
  if (!refused.empty())
    return "CUPTI refused to sample every 2^" + std::to_string(period_exponent) +
           " cycles: " + refused.front();
  period_ = period_exponent;
  return std::nullopt;
}

/// Returns the launches' seconds.
double pc_sampler::sample_range(unsigned launches, const profiled_launch& launch) {
  double seconds = 0;
  api_.start();
  started_ = true;
  try {
    for (unsigned i = 0; i < launches; ++i) seconds += launch();
  } catch (...) {
    try {
      api_.stop();
    } catch (const cannot_profile&) {
      // The launch's own exception is more informative.
    }
    throw;
  }
  api_.stop();
  return seconds;
}

pc_samples pc_sampler::sample(const profiled_launch& launch, const stall_options& options) {
  open(options.period_exponent);
  unsigned period = options.period_exponent;
  std::string lost;
  for (unsigned tried = 1;; ++tried, period += period_step) {
    if (started_) {
      pc_sum late;  // from earlier ranges: discarded
      drain(api_, late, pause_);
    }
    if (const auto refused = set_period(period))
      throw cannot_profile(lost.empty() ? *refused : lost + ", and " + *refused);
    pc_samples result{.names = names_, .period_exponent = period};
    pc_sum sum;
    double seconds = 0;
    for (unsigned more = options.launches; more > 0;) {
      seconds += sample_range(more, launch);
      result.launches += more;
      drain(api_, sum, pause_);
      more = sum.lost_too_much()
                 ? 0
                 : launches_missing(total(histogram(sum.records(), result.names)), result.launches);
    }
    if (!sum.lost_too_much()) {
      result.records = sum.records();
      result.dropped = sum.dropped();
      result.kernel_seconds = seconds / result.launches;
      if (total(histogram(result.records, result.names)) == 0)
        throw cannot_profile(
            "CUPTI gave no samples: sample stalls in a separate process, before any metrics");
      return result;
    }
    lost = (sum.buffer_full() ? "the GPU's sampling buffer overflowed"
                              : "the GPU dropped more than 1 % of the samples") +
           std::string(" even with 2^") + std::to_string(period) + " cycles between samples";
    if (tried == most_periods || period + period_step > longest_period) throw cannot_profile(lost);
  }
}

}  // namespace codag::harness
