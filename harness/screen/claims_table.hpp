// The table of the verdicts on a config's claims.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "harness/screen/text_table.hpp"

namespace codag::harness {

/// What a claim expects: "13.46 +- 15% on A100". `verdict` is an entry of a report's "claims".
std::string paper_text(const nlohmann::json& verdict);

/// One line per entry of a report's "claims", then one line with the reason for each claim that
/// could not be tested. Empty if there are no claims.
std::string claims_table(const nlohmann::json& verdicts, table_width width = {});

}  // namespace codag::harness
