// A case as JSON in the report.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "harness/report/case_result.hpp"

namespace codag::harness {

/// One entry of "cases". Every null in it has a reason under "absent". roof_share and
/// speedup_over_baseline stay null until relate_cases() (case_relations.hpp) sets them.
nlohmann::json case_json(const case_result& result);

/// What a claim's filter may name of a case, for one that is left out of the run.
nlohmann::json identity_json(const bench_case& what);

}  // namespace codag::harness
