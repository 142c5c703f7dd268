// A case as the rows of Google Benchmark's format.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "harness/report/case_result.hpp"

namespace codag::harness {

/// The rows of Google Benchmark's "benchmarks" for a case: one row per repetition, or one error
/// row. The rows of the first name get `first_family` as their family_index, and those of each
/// further name the next number.
std::vector<nlohmann::json> benchmark_rows(const case_result& result, std::size_t first_family);

}  // namespace codag::harness
