// The sequence of PC sampling: enable and configure once; start, launch, stop and drain a kernel;
// disable at the end.
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
/// What was sampled of a kernel.
struct pc_samples {
  stall_reason_names names = {};
  std::vector<pc_record> records = {};  ///< one a PC
  std::uint64_t dropped = 0;
  unsigned period_exponent = 0;
  unsigned launches = 0;
  double kernel_seconds = 0;  ///< mean of the launches
};

/// PC sampling of one kernel after the other. Enabled at the first and until it is destroyed, since
/// a process can enable it once; every kernel has ranges of its own. Samples until the histogram
/// can be trusted: what lost too much is repeated at a longer period, what gave too few samples is
/// launched more.
class pc_sampler {
 public:
  static constexpr std::uint64_t enough_samples = 10'000;
  static constexpr double most_dropped = 0.01;  ///< of all samples
  static constexpr unsigned most_launches = 1000;
  static constexpr unsigned most_periods = 4;  ///< tried for one kernel
  static constexpr unsigned period_step = 2;   ///< added to the period's exponent
  static constexpr unsigned longest_period = 31;
  /// CUPTI decodes in threads of its own: so many empty batches in a row, a pause after each, mean
  /// that nothing comes any more.
  static constexpr unsigned quiet_polls = 5;
  static constexpr unsigned most_polls = 1000;
  static_assert(quiet_polls < most_polls);

  /// `api` outlives it and is not called yet. `pause` waits a little between two polls.
  pc_sampler(pc_sampling_api& api, std::function<void()> pause)
      : api_(api), pause_(std::move(pause)) {}
  ~pc_sampler();
  pc_sampler(const pc_sampler&) = delete;
  pc_sampler& operator=(const pc_sampler&) = delete;

  /// Throws cannot_profile if CUPTI refuses, loses too many samples at every period, or gives none;
  /// the next kernel can be sampled all the same.
  pc_samples sample(const profiled_launch& launch, const stall_options& options);

 private:
  void open(unsigned period_exponent);
  std::optional<std::string> set_period(unsigned period_exponent);
  double sample_range(unsigned launches, const profiled_launch& launch);

  pc_sampling_api& api_;
  std::function<void()> pause_;
  bool enabled_ = false;
  stall_reason_names names_;
  std::optional<unsigned> period_;  ///< CUPTI's now; nothing until it is configured
  bool started_ = false;            ///< a range, ever
};

}  // namespace codag::harness
