// The table of the cases' "energy".
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "harness/screen/text_table.hpp"

namespace codag::harness {

/// One line per case: joules per GB of output, average watts, and the throttle reasons. Empty if no
/// case has energy.
std::string energy_table(const nlohmann::json& cases, table_width width = {});

}  // namespace codag::harness
