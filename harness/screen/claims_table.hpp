// The tables of the verdicts on a config's claims and targets.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "harness/screen/text_table.hpp"

namespace codag::harness {

/// What a claim expects: "13.46 (11.59 to 15.33) on A100". `verdict` is an entry of a report's
/// "claims".
std::string paper_text(const nlohmann::json& verdict);

/// The interval of a verdict's number: "1.16 to 1.18"; empty if it has none.
std::string interval_text(const nlohmann::json& verdict);

/// One line per entry of the lists "claims" and "targets" of a report ("codag"), each list in a
/// table of its own, which ends with a line per reason. Empty if there are none.
std::string claims_tables(const nlohmann::json& codag, table_width width = {});

}  // namespace codag::harness
