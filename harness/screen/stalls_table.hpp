// What warps waited for: what a person reads of the cases' "stalls".
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "harness/screen/bars.hpp"

namespace codag::harness {

/// A table a dataset and codec: a line a variant, a bar a stall reason, of its share of all samples
/// (the hottest ones of the report; the rest is "other"). Then how often was sampled, what was
/// dropped and what profiling cost. Empty if no case has stalls.
std::string stalls_table(const nlohmann::json& cases, bar_ink ink);

/// The hottest source lines of each case, with the reasons that took most of their samples. Empty
/// if no case has any.
std::string hottest_lines(const nlohmann::json& cases);

}  // namespace codag::harness
