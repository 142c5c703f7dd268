// Reading what a config names with parameters.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/config/choices.hpp"
#include "harness/config/placed_json.hpp"

namespace codag::harness {

/// One value of a parameter as a config writes it: a number, "4KiB" for bytes, the name of a
/// choice. Fails with the limits if it is not allowed.
std::uint64_t read_parameter(const placed_json& place, const parameter& declared);

/// Every combination of what an object sets under the keys of `declared`; a list sets several
/// values. Fails if a parameter that leaves no choice is set.
std::vector<chosen_parameters> read_parameters(const placed_json& place, const known_name& known);

/// An element of the config's list: a name, or {"name": ..., parameter: value or list, ...}, which
/// stands for one thing per combination. `what` names their kind: "variant".
std::vector<named_choice> read_choices(const placed_json& place, const char* what,
                                       const std::vector<known_name>& known);

}  // namespace codag::harness
