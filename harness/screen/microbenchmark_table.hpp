// The rows of a micro-benchmark: what a person reads of them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace codag::harness {

/// Whether a report's cases are a micro-benchmark's: it has no other.
bool is_microbenchmark(const nlohmann::json& cases);

/// A line a number of operations: the throughput under both modes, and how far they are apart.
std::string microbenchmark_table(const nlohmann::json& cases);

}  // namespace codag::harness
