// "stalls" and "metrics" of a case, as the report has them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "harness/measure/profile/metric_profile.hpp"
#include "harness/measure/profile/stall_profile.hpp"

namespace codag::harness {

/// "stalls". `unprofiled_seconds`: the hot median of the same kernel, which "overhead" is over.
nlohmann::json stalls_json(const stall_profile& profile, std::optional<double> unprofiled_seconds);

/// "metrics", the same way.
nlohmann::json metrics_json(const metric_profile& profile,
                            std::optional<double> unprofiled_seconds);

}  // namespace codag::harness
