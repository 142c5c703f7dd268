// What decompression costs in energy: what a person reads of the cases' "energy".
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace codag::harness {

/// A line a case: joules a GB of output, average watts, and what held the clock down meanwhile.
/// Empty if no case has energy.
std::string energy_table(const nlohmann::json& cases);

}  // namespace codag::harness
