// How busy a GPU's parts were: what a person reads of the cases' "metrics".
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "harness/screen/bars.hpp"

namespace codag::harness {

/// A table a dataset and codec: a line a metric, a column a variant, a bar where the metric is a
/// percentage. Then how many passes it took and what they cost, and why a metric has no value.
/// Empty if no case has metrics.
std::string metrics_table(const nlohmann::json& cases, bar_ink ink);

}  // namespace codag::harness
