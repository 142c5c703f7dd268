// The profiling options of a config: how often warps are sampled, and which metrics are collected.
#pragma once

#include <string>
#include <vector>

#include "harness/config/placed_json.hpp"
#include "harness/measure/profile/stall_options.hpp"

namespace codag::harness {

/// Reads the config's "stalls". Throws datasets::bad_input.
stall_options read_stalls(const placed_json& place);

/// Reads the config's "metrics": names of groups and of metrics (metrics_of). Whether the GPU has a
/// metric is not checked here. Throws datasets::bad_input.
std::vector<std::string> read_metrics(const placed_json& place);

}  // namespace codag::harness
