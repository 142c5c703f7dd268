// A case as the report has it.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "harness/plan/case.hpp"

namespace codag::harness {

/// One entry of "cases". roof_share and speedup_over_baseline stay null: relate_cases fills them.
nlohmann::json case_json(const case_result& result);

/// The rows of Google Benchmark's "benchmarks" for a case: a row a repetition, or one error row.
std::vector<nlohmann::json> benchmark_rows(const case_result& result);

/// Fills roof_share (over the copy row of the same size and backend) and speedup_over_baseline
/// (over `baseline` on the same dataset, codec and chunk size) from the other cases.
void relate_cases(nlohmann::json& cases, const std::string& baseline);

}  // namespace codag::harness
