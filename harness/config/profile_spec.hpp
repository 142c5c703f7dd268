// What a config says of profiling: how often warps are sampled, and which metrics are collected.
#pragma once

#include <string>
#include <vector>

#include "harness/config/config_reader.hpp"

namespace codag::harness {

/// How warps are sampled for the measurement "stalls".
struct stalls_spec {
  unsigned period = 11;  ///< a sample a multiprocessor every 2^period cycles; 5 to 31, as CUPTI has
};

/// The config's "stalls". Throws datasets::bad_input.
stalls_spec read_stalls(const placed_json& place);

/// The config's "metrics": groups and names of metrics (metrics_of). Whether the GPU has a metric
/// is known only there. Throws datasets::bad_input.
std::vector<std::string> read_metrics(const placed_json& place);

}  // namespace codag::harness
