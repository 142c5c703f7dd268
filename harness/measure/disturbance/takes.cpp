#include "harness/measure/disturbance/takes.hpp"

#include <algorithm>

namespace codag::harness {

std::optional<disturbance> takes::run(watch& watch, const std::function<bool()>& take) {
  double patience = std::min(rules_.case_seconds, left_s_);
  disturbance found{.seen = {}, .takes = 0, .allowed = rules_.allow};
  for (;;) {
    const double begin = clock_();
    watch.begin();
    const bool has_samples = take();
    found.seen = watch.end();
    ++found.takes;
    const double seconds = clock_() - begin;
    if (found.takes > 1) {
      patience -= seconds;
      left_s_ -= seconds;
    }
    if (!has_samples || found.seen.empty()) return std::nullopt;
    if (rules_.allow || seconds > patience) return found;
  }
}

}  // namespace codag::harness
