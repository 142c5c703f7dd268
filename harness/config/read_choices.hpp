// Reading a config's named items with their parameters.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/config/choices.hpp"
#include "harness/config/placed_json.hpp"

namespace codag::harness {

/// Fails if a part of the config stands for more than max_cases cases.
void check_cases(const placed_json& place, std::size_t cases);

/// Reads a value of a parameter: a number, a size such as "4KiB", or the name of a choice. Fails
/// with the limits if the value is not allowed.
std::uint64_t read_parameter(const placed_json& place, const parameter& declared);

/// All combinations of the values that an object sets for the parameters in `declared`. A list sets
/// several values. Fails if the object sets a parameter that has only one value.
std::vector<chosen_parameters> read_parameters(const placed_json& place, const known_name& known);

/// Reads an element of the config's list: a name, or {"name": ..., parameter: value or list, ...},
/// which stands for one item per combination. `what` describes the items: "variant".
std::vector<named_choice> read_choices(const placed_json& place, const char* what,
                                       const std::vector<known_name>& known);

}  // namespace codag::harness
