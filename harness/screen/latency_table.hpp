// The table of the cases' "latency".
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "harness/screen/text_table.hpp"

namespace codag::harness {

/// One line per case: the latency of half of the launches and of 99 in 100, and how many there
/// were. Empty if no case has a latency.
std::string latency_table(const nlohmann::json& cases, table_width width = {});

}  // namespace codag::harness
