// The table of a micro-benchmark.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "harness/screen/text_table.hpp"

namespace codag::harness {

/// Whether the cases belong to a micro-benchmark. A report with a micro-benchmark has no other
/// cases.
bool is_microbenchmark(const nlohmann::json& cases);

/// One line per number of operations, with the throughput of both modes and their difference.
std::string microbenchmark_table(const nlohmann::json& cases, table_width width = {});

}  // namespace codag::harness
