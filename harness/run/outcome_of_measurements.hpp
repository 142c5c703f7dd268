// What the measurements that a run could not take mean for its outcome.
#pragma once

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "harness/config/config.hpp"
#include "harness/run/outcome.hpp"

namespace codag::harness {

/// Whether none of a report's cases has one of the measurements that need more than a launch, such
/// as a counter and the permission to read it, and that the config asks for. `counts`, which only
/// the host backend takes, are none of them: a config without "measurements" asks for them, too.
inline run_outcome outcome_of_measurements(const config& config, const nlohmann::json& cases) {
  run_outcome outcome;
  for (const measurement m : {measurement::stalls, measurement::metrics, measurement::energy,
                              measurement::transfer, measurement::latency}) {
    const auto has_it = [key = std::string(to_string(m))](const nlohmann::json& row) {
      return !row.value(key, nlohmann::json()).is_null();
    };
    outcome.unmeasured =
        outcome.unmeasured || (config.asks(m) && std::ranges::none_of(cases, has_it));
  }
  return outcome;
}

}  // namespace codag::harness
