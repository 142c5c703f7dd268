// The "claims" and the "targets" of a config. Schema: configs/schema.json.
#pragma once

#include <vector>

#include "harness/config/claim.hpp"
#include "harness/config/placed_json.hpp"

namespace codag::harness {

/// Reads and checks the list. A filter may name row_keys() and `variant_keys`, which are the keys
/// of all parts and parameters. Throws datasets::bad_input that names the place.
std::vector<claim> read_claims(const placed_json& place,
                               const std::vector<std::string>& variant_keys);
/// The same for targets, which have no paper's baseline.
std::vector<claim> read_targets(const placed_json& place,
                                const std::vector<std::string>& variant_keys);

}  // namespace codag::harness
