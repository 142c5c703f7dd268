// The "claims" of a config. Schema: configs/schema.json.
#pragma once

#include <vector>

#include "harness/claims/claim.hpp"
#include "harness/config/config_reader.hpp"

namespace codag::harness {

/// Reads and checks the list. Throws datasets::bad_input that names the place.
std::vector<claim> read_claims(const placed_json& place);

}  // namespace codag::harness
