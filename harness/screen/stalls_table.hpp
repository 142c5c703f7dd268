// The tables of the cases' "stalls": what warps waited for.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "harness/screen/bars.hpp"

namespace codag::harness {

/// One table per dataset and codec, with one line per variant and one bar per stall reason for its
/// share of all samples. The report's hottest reasons have a column, the rest is "other". After the
/// tables come the sampling period, the dropped samples and the overhead. Empty if no case has
/// stalls.
std::string stalls_table(const nlohmann::json& cases, bar_ink ink, table_width width = {});

/// The two reasons with the most samples of a source line: "long_scoreboard 80%, wait 10%". `line`
/// is an entry of a case's stalls.lines.
std::string main_reasons(const nlohmann::json& line);

/// The hottest source lines of each case, with the main stall reasons of each line. Empty if no
/// case has source lines.
std::string hottest_lines(const nlohmann::json& cases, table_width width = {});

}  // namespace codag::harness
