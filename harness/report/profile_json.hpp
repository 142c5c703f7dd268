// The JSON of a case's "stalls" and "metrics".
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "harness/measure/profile/metric_profile.hpp"
#include "harness/measure/profile/stall_profile.hpp"

namespace codag::harness {

/// The JSON of "stalls". `unprofiled_seconds` is the hot median of the same kernel, the reference
/// for "overhead".
nlohmann::json stalls_json(const stall_profile& profile, std::optional<double> unprofiled_seconds);

/// The JSON of "metrics", likewise.
nlohmann::json metrics_json(const metric_profile& profile,
                            std::optional<double> unprofiled_seconds);

}  // namespace codag::harness
