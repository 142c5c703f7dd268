// Reports of earlier schema versions.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace codag::harness {

/// Gives a report of schema version 1 the shape of version 2: a case's parts and parameters, which
/// were keys of the row, are objects of their own, and it has a kind. Its roof shares are dropped:
/// version 1 set a case against a copy of its output's size. Any other JSON is left as it is.
void upgrade_report(nlohmann::json& report);

}  // namespace codag::harness
