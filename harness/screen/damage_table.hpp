// What peers did with damaged chunks.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "harness/screen/text_table.hpp"

namespace codag::harness {

/// One line per case about damaged chunks; empty if a report has none.
std::string damage_table(const nlohmann::json& cases, table_width width);

}  // namespace codag::harness
