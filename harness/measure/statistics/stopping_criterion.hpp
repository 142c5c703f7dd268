// When a case has been sampled enough.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "harness/measure/statistics/statistics.hpp"
#include "harness/measure/time_spec.hpp"

namespace codag::harness {

/// Sampling ends once the median's 95 % interval is narrow enough ("noise"), or at a limit
/// ("max_samples", "time_limit"). The spec's min_samples come first in any case; below 6 of them
/// the interval is the samples' range.
class stopping_criterion {
 public:
  explicit stopping_criterion(const time_spec& spec) : spec_(spec) {}

  void add(double seconds) { samples_.push_back(seconds); }

  /// `elapsed_s`: wall-clock seconds since sampling began. May be asked after every sample: the
  /// noise is looked at anew when a tenth more samples are there, and at a limit.
  bool is_finished(double elapsed_s) {
    const std::size_t n = samples_.size();
    if (!reason_.empty()) return true;
    if (n < spec_.min_samples) return false;
    const bool at_most = n >= spec_.max_samples, late = elapsed_s >= spec_.time_limit_s;
    if (n >= next_look_ || at_most || late) {
      // A look sorts all samples: growing gaps keep their sum at O(n log n).
      next_look_ = n + std::max<std::size_t>(n / 10, 1);
      if (median_interval(samples_).relative_half_width() <= spec_.max_noise)
        reason_ = "noise";
      else if (at_most)
        reason_ = "max_samples";
      else if (late)
        reason_ = "time_limit";
    }
    return !reason_.empty();
  }

  /// Why it finished; empty before.
  [[nodiscard]] const std::string& reason() const { return reason_; }

 private:
  time_spec spec_;
  std::vector<double> samples_;
  std::size_t next_look_ = 0;
  std::string reason_;
};

}  // namespace codag::harness
