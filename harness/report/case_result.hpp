// What came of a case.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codag/element_type.hpp"
#include "harness/measure/launch_facts.hpp"
#include "harness/measure/power/energy_facts.hpp"
#include "harness/measure/sample_set.hpp"
#include "harness/plan/case.hpp"

namespace codag::harness {

/// How a case ended. Only `ok` carries a throughput.
enum class case_status : std::uint8_t { ok, failed_verify, skipped, all_throttled, error };

constexpr std::string_view to_string(case_status s) {
  constexpr std::string_view names[] = {"ok", "failed_verify", "skipped", "all_throttled", "error"};
  return names[static_cast<std::size_t>(s)];
}

/// A case with everything that was measured. Absent optionals become null in the report, with the
/// reason from `absent` under the same key.
struct case_result {
  bench_case what;
  case_status status = case_status::error;
  std::string reason;  ///< why it is not ok; empty if ok
  std::string note;    ///< what a reader of its numbers must know; else empty
  std::uint64_t raw_bytes = 0;
  std::uint64_t compressed_bytes = 0;
  std::uint64_t chunks = 0;
  std::uint64_t symbols = 0;
  std::uint64_t operations = 0;  ///< arithmetic operations per run of a micro-benchmark
  std::string encoder;           ///< codec::encoder, for a codec with several
  element_type type = element_type::uint8;
  std::string dataset_sha256;
  std::string dataset_source;  ///< "generated" or a path
  std::uint64_t seed = 0;
  std::optional<sample_set> cold, hot;
  std::vector<repetition> repetitions;
  std::optional<launch_facts> launch;
  std::optional<std::map<std::string, std::uint64_t>> counts;  ///< the host backend's counts
  std::optional<energy_facts> energy;
  std::map<std::string, std::uint64_t> chunk_status;  ///< chunks per status, from the verify pass
  std::map<std::string, std::string> absent;          ///< key -> why it is null

  /// Uncompressed bytes per second / 1e9 from the cold median, else the hot one. Nothing unless the
  /// case is ok and the backend's time means something (never for interpreted kernels).
  [[nodiscard]] std::optional<double> gbps() const { return giga_per_second(raw_bytes); }
  /// The same for any amount.
  [[nodiscard]] std::optional<double> giga_per_second(std::uint64_t amount) const;
  /// The samples that the headline numbers are from: cold ones if there are any; null without
  /// samples.
  [[nodiscard]] const sample_set* headline() const;
};

}  // namespace codag::harness
