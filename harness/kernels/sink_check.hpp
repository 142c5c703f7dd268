// What the sinks of tiles must write, computed from a column's values.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "harness/kernels/registry.hpp"

namespace codag::harness {

// Each is a sink_check. The total is the first eight bytes of the workspace; a sink's parameter is
// the last of the launch's values: the greatest value of a condition, or the selectivity. Bytes of
// the output that a sink has no use for must be untouched.

/// The total is the sum of the values modulo 2^64, those of signed types with their sign.
std::string wrong_sum(const sink_output& got, const launch_choice& choice,
                      std::span<const std::byte> original);
/// The same of the rows that random_rows keeps.
std::string wrong_filtered_sum(const sink_output& got, const launch_choice& choice,
                               std::span<const std::byte> original);
/// The total is the number of values from 0 to the greatest.
std::string wrong_count(const sink_output& got, const launch_choice& choice,
                        std::span<const std::byte> original);
/// The total is that, and the output begins with these values, in any order.
std::string wrong_selection(const sink_output& got, const launch_choice& choice,
                            std::span<const std::byte> original);

}  // namespace codag::harness
