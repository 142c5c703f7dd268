// What relates the cases of a report to each other.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace codag::harness {

/// The roof of each backend: the highest traffic of its traffic rows, in GB/s. A backend without
/// one is not there.
std::map<std::string, double> roofs_of(const nlohmann::json& cases);

/// Sets the values that relate a case to other cases. A value that cannot be computed has a reason
/// under "absent".
///   roof_share: the case's traffic divided by the backend's roof. It is 1 if the case takes as
///   long as its own bytes (compressed and uncompressed) take at that traffic.
///   speedup_over_baseline: the throughput relative to `baseline` on the same dataset, codec and
///   chunk size. differs_in: the parts and parameters that differ from the baseline's.
void relate_cases(nlohmann::json& cases, const std::string& baseline);

/// The list "roof": the name, backend, bytes and throughput of every traffic row among `cases`.
nlohmann::json roof_rows(const nlohmann::json& cases);

}  // namespace codag::harness
