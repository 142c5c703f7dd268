// The table of the cases that are queries.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "harness/screen/text_table.hpp"

namespace codag::harness {

/// A line per query that has a throughput: its milliseconds, the GB of columns that it reads, and
/// GB/s of these. Empty if there is none.
std::string query_table(const nlohmann::json& cases, table_width width = {});

}  // namespace codag::harness
