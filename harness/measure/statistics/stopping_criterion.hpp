// The decision when a case has enough samples.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "harness/measure/statistics/statistics.hpp"
#include "harness/measure/time_spec.hpp"

namespace codag::harness {

/// Sampling ends once the median's 95 % interval is narrow enough ("noise"), or at a limit
/// ("max_samples", "time_limit"). The noise is looked at from the spec's min_samples on; the time
/// limit ends sampling before that, too, after one sample at least. With fewer than 6 samples the
/// interval is their range.
class stopping_criterion {
 public:
  explicit stopping_criterion(const time_spec& spec) : spec_(spec) {}

  void add(double seconds) { samples_.push_back(seconds); }

  /// `elapsed_s` is the wall-clock time since sampling began. The function may be called after
  /// every sample: it computes the noise again only when the number of samples has grown by a
  /// tenth, and at a limit.
  bool is_finished(double elapsed_s) {
    const std::size_t n = samples_.size();
    if (!reason_.empty()) return true;
    const bool at_most = n >= spec_.max_samples, late = elapsed_s >= spec_.time_limit_s;
    if (n < spec_.min_samples) {
      if (late && n > 0) reason_ = "time_limit";
    } else if (n >= next_look_ || at_most || late) {
      // Each check sorts all samples. Growing gaps between the checks keep the total at O(n log n).
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

  /// Why sampling finished; empty before that.
  [[nodiscard]] const std::string& reason() const { return reason_; }

 private:
  time_spec spec_;
  std::vector<double> samples_;
  std::size_t next_look_ = 0;
  std::string reason_;
};

}  // namespace codag::harness
