// The CPU cores that an encoder uses.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "codag/parameters.hpp"

namespace codag::baselines {

inline constexpr std::array<std::string_view, 2> core_names = {"one", "all"};
inline constexpr std::array cores_parameters{parameter{.key = "cores",
                                                       .label = "cores",
                                                       .most = 1,
                                                       .choices = core_names,
                                                       .help = "one CPU core, or all of them"}};
static_assert(well_declared(cores_parameters));

/// Whether the values of cores_parameters say all cores.
constexpr bool on_all_cores(std::span<const std::uint64_t> values) {
  return values[0] == 1;
}

}  // namespace codag::baselines
