// The table of the cases' "energy".
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace codag::harness {

/// One line per case: joules per GB of output, average watts, and the throttle reasons. Empty if no
/// case has energy.
std::string energy_table(const nlohmann::json& cases);

}  // namespace codag::harness
