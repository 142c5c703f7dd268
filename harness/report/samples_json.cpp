#include "harness/report/samples_json.hpp"

#include <nlohmann/json.hpp>

#include "harness/measure/statistics/statistics.hpp"

namespace codag::harness {

nlohmann::json samples_json(const sample_set& s) {
  return {{"median_s", s.median},
          {"low_s", s.low},
          {"high_s", s.high},
          {"relative_noise", interval{s.median, s.low, s.high}.relative_half_width()},
          {"samples_s", s.seconds},
          {"noise_reached", s.noise_reached},
          {"warmup_launches", s.warmup_launches},
          {"stopped_by", s.stopped_by}};
}

}  // namespace codag::harness
