// The result of a case.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codag/element_type.hpp"
#include "datasets/dataset.hpp"
#include "harness/measure/disturbance/disturbance.hpp"
#include "harness/measure/latency.hpp"
#include "harness/measure/launch_facts.hpp"
#include "harness/measure/power/energy_facts.hpp"
#include "harness/measure/sample_set.hpp"
#include "harness/measure/transfer/transfer_facts.hpp"
#include "harness/plan/case.hpp"
#include "harness/report/query_facts.hpp"

namespace codag::harness {

/// The status with which a case ended. Only a case with the status `ok` has a throughput.
enum class case_status : std::uint8_t { ok, failed_verify, skipped, all_throttled, error };

constexpr std::string_view to_string(case_status s) {
  constexpr std::string_view names[] = {"ok", "failed_verify", "skipped", "all_throttled", "error"};
  return names[static_cast<std::size_t>(s)];
}

/// A case and everything that was measured. Unset optionals become null in the report, with the
/// reason that `absent` has under the same key.
struct case_result {
  bench_case what;
  case_status status = case_status::error;
  std::string reason;  ///< why the status is not ok; empty if it is
  std::string note;    ///< a remark that readers of the numbers need; may be empty
  std::uint64_t raw_bytes = 0;
  std::uint64_t compressed_bytes = 0;
  std::uint64_t chunks = 0;
  std::uint64_t symbols = 0;
  std::uint64_t operations = 0;  ///< arithmetic operations per run of a micro-benchmark
  std::string encoder;           ///< codec::encoder, if the codec has several
  element_type type = element_type::uint8;
  std::string dataset_sha256;
  std::uint64_t seed = 0;
  std::optional<datasets::table_origin> table;  ///< of a Parquet or an ORC file
  std::optional<query_facts> query;             ///< of a query
  std::optional<sample_set> cold, hot;
  std::vector<repetition> repetitions;
  std::optional<disturbance> disturbed;  ///< set if something disturbed the samples
  /// For which reasons the GPU's clock was reduced while it was sampled (watch::clock_reasons).
  std::optional<std::vector<std::string>> clock_reasons;
  std::optional<launch_facts> launch;
  std::vector<part> chosen_parts;     ///< by the launches, instead of the declared ones or too
  std::uint64_t workspace_bytes = 0;  ///< that a launch takes beside its input and output
  std::optional<std::map<std::string, std::uint64_t>> counts;  ///< the host backend's counts
  std::optional<energy_facts> energy;
  /// Unset, with a reason in `absent`, if it was asked for and not measured.
  std::optional<transfer_facts> transfer;
  /// The same.
  std::optional<latency_facts> latency;
  std::string peer_changes;  ///< what was done to the chunks for a peer; may be empty
  /// What a peer did with damaged chunks: the number of chunks per outcome.
  std::optional<std::map<std::string, std::uint64_t>> damage;
  std::map<std::string, std::uint64_t> chunk_status;  ///< chunks per status, from the verification
  std::map<std::string, std::string> absent;          ///< key -> why it is null

  /// Uncompressed bytes per second / 1e9, from the cold median or else the hot one. Unset unless
  /// the case is ok and the backend's time is meaningful (never for interpreted kernels).
  [[nodiscard]] std::optional<double> gbps() const { return giga_per_second(raw_bytes); }
  /// The same for any other amount.
  [[nodiscard]] std::optional<double> giga_per_second(std::uint64_t amount) const;
  /// The samples that give the headline numbers: the cold ones if there are any, else the hot ones;
  /// null if there are none.
  [[nodiscard]] const sample_set* headline() const;
};

}  // namespace codag::harness
