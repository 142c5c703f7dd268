// A case as the report has it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "harness/report/case_result.hpp"

namespace codag::harness {

/// One entry of "cases". Every null in it has its reason under "absent". roof_share and
/// speedup_over_baseline stay null: relate_cases fills them.
nlohmann::json case_json(const case_result& result);

/// The rows of Google Benchmark's "benchmarks" for a case: one row per repetition, or one error
/// row. The first name's rows get `first_family` as family_index, each further name's the next
/// number.
std::vector<nlohmann::json> benchmark_rows(const case_result& result, std::size_t first_family);

/// Fills, from the other cases, what a case is set against; what cannot be filled has its reason
/// under "absent".
///   roof_share: its traffic over the highest traffic of the backend's traffic rows. It is 1 if the
///   case takes as long as its own bytes (compressed and uncompressed) take at that traffic.
///   speedup_over_baseline: over `baseline` on the same dataset, codec and chunk size.
///   differs_in: the parts and parameters that are not the baseline's.
void relate_cases(nlohmann::json& cases, const std::string& baseline);

/// "roof": name, backend, bytes and throughput of every row of memory traffic among `cases`.
nlohmann::json roof_rows(const nlohmann::json& cases);

}  // namespace codag::harness
