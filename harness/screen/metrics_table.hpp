// The tables of the cases' "metrics": how busy the GPU's units were.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "harness/screen/bars.hpp"

namespace codag::harness {

/// One table per dataset and codec, with one line per metric and one column per variant.
/// Percentages have a bar. After the tables come the number of passes with their cost, and the
/// reasons for missing values. Empty if no case has metrics.
std::string metrics_table(const nlohmann::json& cases, bar_ink ink, table_width width = {});

}  // namespace codag::harness
