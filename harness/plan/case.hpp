// A case: one cell of an experiment's product, and what came of it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codag/element_type.hpp"
#include "harness/config/config.hpp"
#include "harness/microbenchmark/alu.hpp"
#include "harness/power/energy_facts.hpp"

namespace codag::harness {

/// What is to be run. The name is unique in a report and stable between runs of one config.
struct bench_case {
  std::string name;  ///< "MC0/rle_v1/warp_per_chunk/all_threads/shared/128KiB"
  dataset_spec dataset;
  std::string codec;    ///< empty for the copy row
  std::string variant;  ///< "block_per_chunk", "block_per_chunk/warps=8", "cpu_reference", "copy"
  std::string
      backend;  ///< "cuda", "host" (interpreted kernels) or "cpu" (native code on all cores)
  std::uint32_t chunk_bytes = 0;     ///< 0 for the copy row, and if the dataset came compressed
  std::uint64_t size = 0;            ///< bytes asked for
  chosen_parameters chosen = {};     ///< of a kernel's launch
  std::string kernel = {};           ///< the variant as registered; empty: nothing was chosen
  std::optional<alu_case> alu = {};  ///< of a micro-benchmark, which has no dataset and no codec

  [[nodiscard]] const std::string& registered_variant() const {
    return kernel.empty() ? variant : kernel;
  }
};

/// Whether a variant is native code on all CPU cores, whatever the kernels run on: cpu_reference
/// and baselines/cpu's are.
bool is_native(std::string_view variant);

/// How a case ended. Only `ok` carries a throughput.
enum class case_status { ok, failed_verify, skipped, all_throttled, error };
const char* to_string(case_status status);

/// Samples of one kind (cold or hot) with their statistics. Times are in seconds.
struct sample_set {
  std::vector<double> seconds;       ///< kept samples, in order
  std::vector<double> sm_clock_mhz;  ///< one a sample; 0 where the probe could not tell
  unsigned discarded_throttled = 0;
  double median = 0, low = 0, high = 0;  ///< median and its 95 % interval (order statistics)
  bool noise_reached = false;            ///< whether max_noise was met before a limit stopped it
  std::string stopped_by;                ///< "noise", "max_samples" or "time_limit"
};

/// One Google Benchmark repetition: what compare.py reads.
struct repetition {
  std::string name;  ///< case name + "/cold" or "/hot"
  std::int64_t iterations = 0;
  double real_time_ns = 0;  ///< mean manual time an iteration
  double cpu_time_ns = 0;
};

/// The launch of a CUDA case.
struct launch_facts {
  unsigned grid = 0, block = 0;
  unsigned registers = 0;        ///< a thread
  unsigned shared_bytes = 0;     ///< a block, fixed and chosen
  unsigned local_bytes = 0;      ///< a thread: spills and stack
  unsigned resident_blocks = 0;  ///< a multiprocessor
  double occupancy = 0;          ///< resident warps over the most a multiprocessor holds
};

/// A case with everything measured of it. Absent optionals become null in the report, with the
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
  std::uint64_t operations = 0;  ///< arithmetic ones of a run, of a micro-benchmark
  std::string encoder;           ///< codec::encoder: of a codec with several
  element_type type = element_type::uint8;
  std::string dataset_sha256;
  std::string dataset_source;  ///< "generated" or a path
  std::uint64_t seed = 0;
  std::optional<sample_set> cold, hot;
  std::vector<repetition> repetitions;
  std::optional<launch_facts> launch;
  std::optional<std::map<std::string, std::uint64_t>> counts;  ///< the host backend's counts
  std::optional<energy_facts> energy;
  std::map<std::string, std::uint64_t> chunk_status;  ///< chunks a status, from the verify pass
  std::map<std::string, std::string> absent;          ///< key -> why it is null

  /// Output bytes a second / 1e9 from the cold median, else the hot one; nothing unless ok and the
  /// backend's time means something (never for interpreted kernels).
  [[nodiscard]] std::optional<double> gbps() const { return giga_a_second(raw_bytes); }
  /// The same of any amount.
  [[nodiscard]] std::optional<double> giga_a_second(std::uint64_t amount) const;
  /// The samples that the headline numbers are from: cold ones if there are any; null without
  /// samples.
  [[nodiscard]] const sample_set* headline() const;
};

}  // namespace codag::harness
