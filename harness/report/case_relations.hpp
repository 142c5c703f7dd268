// What relates the cases of a report to each other.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

namespace codag::harness {

/// A backend, and the bytes of a column that were asked for.
using roof_key = std::pair<std::string, std::uint64_t>;

/// The roof of each backend and size: the highest traffic of its traffic rows (copy, read, write),
/// in GB/s. A size without one is not there. Reports of earlier versions read and write at one size
/// only; there, the highest traffic of any size is the roof of all.
std::map<roof_key, double> roofs_of(const nlohmann::json& cases);

/// A roof as it is shown: without its size if all sizes of the backend have the same one.
struct shown_roof {
  std::string backend;
  std::string size;  ///< "1MiB"; empty for all sizes
  double gbps = 0;
};
std::vector<shown_roof> shown_roofs(const nlohmann::json& cases);

/// Sets the values that relate a case to other cases. A value that cannot be computed has a reason
/// under "absent".
///   roof_share: the case's traffic divided by the roof of its backend and size. It is 1 if the
///   case takes as long as its own bytes (compressed and uncompressed) take at that traffic. If it
///   is above 1, roof_note says why. speedup_over_baseline: the throughput relative to `baseline`
///   on the same dataset, codec and chunk size. differs_in: the parts and parameters that differ
///   from the baseline's.
void relate_cases(nlohmann::json& cases, const std::string& baseline);

/// The list "roof": the name, backend, bytes and throughput of every traffic row among `cases`.
nlohmann::json roof_rows(const nlohmann::json& cases);

}  // namespace codag::harness
