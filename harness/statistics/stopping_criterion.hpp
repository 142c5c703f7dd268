// When a case has been sampled enough.
#pragma once

#include <string>
#include <vector>

#include "harness/config/config.hpp"
#include "harness/statistics/statistics.hpp"

namespace codag::harness {

/// Sampling ends once the median's 95 % interval is narrow enough ("noise"), or at a limit
/// ("max_samples", "time_limit"). The spec's min_samples come first in any case.
class stopping_criterion {
 public:
  explicit stopping_criterion(const time_spec& spec) : spec_(spec) {}

  void add(double seconds) { samples_.push_back(seconds); }

  /// `elapsed_s`: wall-clock seconds since sampling began. Looked at once a round, not once a
  /// sample: it sorts.
  bool is_finished(double elapsed_s) {
    if (samples_.size() < spec_.min_samples) return false;
    if (median_interval(samples_).relative_half_width() <= spec_.max_noise)
      reason_ = "noise";
    else if (samples_.size() >= spec_.max_samples)
      reason_ = "max_samples";
    else if (elapsed_s >= spec_.time_limit_s)
      reason_ = "time_limit";
    return !reason_.empty();
  }

  /// Why it finished; empty before.
  [[nodiscard]] const std::string& reason() const { return reason_; }

 private:
  time_spec spec_;
  std::vector<double> samples_;
  std::string reason_;
};

}  // namespace codag::harness
