// A case as the report has it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/plan/case.hpp"

namespace codag::harness {

/// One entry of "cases". Every null in it has its reason under "absent". roof_share and
/// speedup_over_baseline stay null: relate_cases fills them.
nlohmann::json case_json(const case_result& result);

/// The rows of Google Benchmark's "benchmarks" for a case: a row a repetition, or one error row.
/// The first name's rows get `first_family` as family_index, each further name's the next number.
std::vector<nlohmann::json> benchmark_rows(const case_result& result, std::size_t first_family);

/// Fills roof_share (over the copy row of the same size and backend) and speedup_over_baseline
/// (over `baseline` on the same dataset, codec and chunk size) from the other cases, or their
/// reasons under "absent".
void relate_cases(nlohmann::json& cases, const std::string& baseline);

/// "roof": name, backend, bytes and throughput of every copy row among `cases`.
nlohmann::json roof_rows(const nlohmann::json& cases);

}  // namespace codag::harness
