// The verdicts on a config's claims: what a person reads of them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace codag::harness {

/// A line a verdict of a report's "claims", then a line for each that could not be tested, with its
/// reason. Empty if there are none.
std::string claims_table(const nlohmann::json& verdicts);

}  // namespace codag::harness
