#include "harness/report/samples_json.hpp"

#include <nlohmann/json.hpp>

#include "harness/measure/statistics/statistics.hpp"

namespace codag::harness {

nlohmann::json samples_json(const sample_set& s) {
  nlohmann::json samples = {{"median_s", s.median},
                            {"low_s", nullptr},
                            {"high_s", nullptr},
                            {"relative_noise", nullptr},
                            {"samples_s", s.seconds},
                            {"verified_samples", s.verified},
                            {"noise_reached", s.noise_reached},
                            {"warmup_launches", s.warmup_launches},
                            {"stopped_by", s.stopped_by}};
  if (s.low && s.high) {
    samples["low_s"] = *s.low;
    samples["high_s"] = *s.high;
    samples["relative_noise"] = interval{s.median, *s.low, *s.high}.relative_half_width();
  }
  return samples;
}

std::string why_no_interval(const sample_set& s) {
  if (s.low && s.high) return {};
  return "an interval takes at least " + std::to_string(least_samples_of_interval) +
         " samples, and there are " + std::to_string(s.seconds.size()) +
         "; raise time.min_samples or time.time_limit_s";
}

}  // namespace codag::harness
