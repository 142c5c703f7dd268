// What a page says of a report's cases. `codag` is the report's value under that key.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace codag::harness {

/// The cases in the report's order. An absent number is null, an absent text is empty.
nlohmann::ordered_json cases_data(const nlohmann::json& codag);

/// The roofs of each backend (shown_roofs).
nlohmann::ordered_json roofs_data(const nlohmann::json& codag);

/// The stall reasons and the hottest lines of the cases that have them.
nlohmann::ordered_json stalls_data(const nlohmann::json& codag);

/// A row per variant that is compared with the baseline: what it differs in, and the geometric
/// mean, the least and the greatest of its speed-ups. A variant that differs in fewer keys is
/// earlier.
nlohmann::ordered_json ablations_data(const nlohmann::json& codag);

}  // namespace codag::harness
