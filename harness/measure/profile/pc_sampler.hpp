// The order of the calls for PC sampling: enable and configure once; start, launch, stop and drain
// for each kernel; disable at the end.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/measure/profile/pc_sampling_api.hpp"
#include "harness/measure/profile/profiled_launch.hpp"
#include "harness/measure/profile/stall_options.hpp"

namespace codag::harness {
/// The samples of a kernel.
struct pc_samples {
  stall_reason_names names = {};
  std::vector<pc_record> records = {};  ///< one per PC
  std::uint64_t dropped = 0;
  unsigned period_exponent = 0;
  unsigned launches = 0;
  double kernel_seconds = 0;  ///< mean of the launches
};

/// PC sampling of one kernel after another. It is enabled at the first kernel and stays enabled
/// until the object is destroyed, because a process can enable it only once. Every kernel has its
/// own ranges. Sampling continues until the histogram can be trusted: a kernel that lost too many
/// samples is sampled again with a longer period, and a kernel with too few samples is launched
/// more often.
class pc_sampler {
 public:
  static constexpr std::uint64_t enough_samples = 10'000;
  static constexpr double most_dropped = 0.01;  ///< of all samples
  static constexpr unsigned most_launches = 1000;
  static constexpr unsigned most_periods = 4;  ///< tried for one kernel
  static constexpr unsigned period_step = 2;   ///< added to the period's exponent
  static constexpr unsigned longest_period = 31;
  /// CUPTI decodes in its own threads. This many empty batches in a row, with a pause after each,
  /// mean that no more samples will arrive.
  static constexpr unsigned quiet_polls = 5;
  static constexpr unsigned most_polls = 1000;
  static_assert(quiet_polls < most_polls);

  /// `api` must outlive the sampler; the constructor does not call it. `pause` waits briefly
  /// between two polls.
  pc_sampler(pc_sampling_api& api, std::function<void()> pause)
      : api_(api), pause_(std::move(pause)) {}
  ~pc_sampler();
  pc_sampler(const pc_sampler&) = delete;
  pc_sampler& operator=(const pc_sampler&) = delete;

  /// Throws cannot_profile if CUPTI refuses, loses too many samples at every period, or gives none.
  /// The next kernel can still be sampled.
  pc_samples sample(const profiled_launch& launch, const stall_options& options);

 private:
  void open(unsigned period_exponent);
  std::optional<std::string> set_period(unsigned period_exponent);
  double sample_range(unsigned launches, const profiled_launch& launch);

  pc_sampling_api& api_;
  std::function<void()> pause_;
  bool enabled_ = false;
  stall_reason_names names_;
  std::optional<unsigned> period_;  ///< the current exponent; unset until configured
  bool started_ = false;            ///< whether a range was ever started
};

}  // namespace codag::harness
