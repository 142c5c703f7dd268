// The sequence of a PC sampling pass: configure, start, launch, stop, drain, disable.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "harness/profile/pc_sampling_api.hpp"
#include "harness/profile/profiled_launch.hpp"

namespace codag::harness {

/// What a pass collects. Its bounds: pc_sampler.
struct stall_options {
  unsigned launches = 5;          ///< at least 1
  unsigned period_exponent = 11;  ///< 2^this cycles between samples, 5 to 31
};

/// What a pass collected.
struct pc_samples {
  stall_reason_names names = {};
  std::vector<pc_record> records = {};  ///< one a PC
  std::uint64_t dropped = 0;
  unsigned period_exponent = 0;
  unsigned launches = 0;
  double kernel_seconds = 0;  ///< mean of the launches
};

/// Samples until the histogram can be trusted. A pass that lost too much is repeated at a longer
/// period; one with too few samples launches more.
class pc_sampler {
 public:
  static constexpr std::uint64_t enough_samples = 10'000;
  static constexpr double most_dropped = 0.01;  ///< of all samples
  static constexpr unsigned most_launches = 1000;
  static constexpr unsigned most_sessions = 4;
  static constexpr unsigned period_step = 2;  ///< added to the period's exponent
  static constexpr unsigned longest_period = 31;
  /// CUPTI decodes in threads of its own: so many empty batches in a row, a pause after each, mean
  /// that nothing comes any more.
  static constexpr unsigned quiet_polls = 5;
  static constexpr unsigned most_polls = 1000;
  static_assert(quiet_polls < most_polls);

  /// `pause` waits a little between two polls.
  pc_sampler(pc_sampling_api& api, const stall_options& options, std::function<void()> pause)
      : api_(api), options_(options), pause_(std::move(pause)) {}

  /// Throws cannot_profile if CUPTI refuses, loses too many samples at every period, or gives none.
  pc_samples sample(const profiled_launch& launch);

 private:
  pc_sampling_api& api_;
  stall_options options_;
  std::function<void()> pause_;
};

}  // namespace codag::harness
