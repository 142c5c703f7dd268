// Taking a case's samples again while something disturbs them.
#pragma once

#include <functional>
#include <optional>
#include <utility>

#include "harness/measure/disturbance/disturbance.hpp"
#include "harness/measure/disturbance/seconds_clock.hpp"
#include "harness/measure/disturbance/watch.hpp"

namespace codag::harness {

/// How long a run waits for its neighbours to go.
struct disturbance_rules {
  bool allow = false;        ///< take every sample once, and judge it whatever was seen
  double case_seconds = 10;  ///< for takes of a case beyond the first
  double run_seconds = 60;   ///< the same for all cases together
};

/// The takes of all cases of a run, which share its patience.
class takes {
 public:
  explicit takes(const disturbance_rules& rules, seconds_clock clock = steady_seconds)
      : rules_(rules), left_s_(rules.run_seconds), clock_(std::move(clock)) {}

  /// Calls `take`, and again as long as something was seen, it returns true and there is time for
  /// one more. It returns whether the case has samples. Returns what disturbed the last take.
  std::optional<disturbance> run(watch& watch, const std::function<bool()>& take);

 private:
  disturbance_rules rules_;
  double left_s_;
  seconds_clock clock_;
};

}  // namespace codag::harness
