// What a config says of profiling: how often warps are sampled, and which metrics are collected.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "harness/config/config_reader.hpp"

namespace codag::harness {

/// How warps are sampled for the measurement "stalls".
struct stalls_spec {
  unsigned period = 11;  ///< a sample a multiprocessor every 2^period cycles; 5 to 31, as CUPTI has
};

/// Names that stand for several metrics of the measurement "metrics".
inline constexpr std::array<std::string_view, 3> metric_group_names = {"throughput", "pipes",
                                                                       "occupancy"};

/// The config's "stalls". Throws datasets::bad_input.
stalls_spec read_stalls(const placed_json& place);

/// The config's "metrics": groups and names of metrics, which all have "__". Whether the GPU has a
/// metric is known only there. Throws datasets::bad_input.
std::vector<std::string> read_metrics(const placed_json& place);

}  // namespace codag::harness
