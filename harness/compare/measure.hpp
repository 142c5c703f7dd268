// The measures by which cases are compared, and their values in a report's row.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "harness/measure/statistics/estimate.hpp"

namespace codag::harness {

/// Which of two values is the better one.
enum class better { higher, lower, neither };

/// A number of a case.
struct measure {
  std::string name;  ///< "throughput", "counts/block_barriers"
  std::string unit;  ///< "GB/s"; empty for a plain number
  harness::better better = better::higher;
  std::string pointer;  ///< into a row: "/time/cold" for times, "/counts/shuffles"
  /// What the row has there.
  enum class kind {
    rate,   ///< times; the value is bytes, or operations, over the median time
    time,   ///< times; the value is their median
    exact,  ///< a number that every run of the same program repeats
    single  ///< a number of one measurement, without samples
  };
  kind is = kind::rate;

  /// Whether it is a time that the host has a part in: of a transfer, or until the host knows that
  /// a launch has ended.
  [[nodiscard]] bool is_of_host() const {
    return pointer.starts_with("/transfer/") || pointer == "/latency";
  }
  /// Whether it comes from samples of time.
  [[nodiscard]] bool is_timed() const { return is == kind::rate || is == kind::time; }
  /// Whether something else on the GPU may have disturbed it.
  [[nodiscard]] bool is_sampled() const { return is_timed() || pointer.starts_with("/energy/"); }
};

/// The measures that a name stands for:
///
///   throughput, cold, hot     GB/s of output; the cold and the hot median time
///   transfer_in, ..._in_out   the median time with the column in the host's memory
///   link_in, ..._out, _both   that of copying the uncompressed column
///   latency                   the median time from a launch's call to its result, for the host
///   counts, counts/KEY        the host backend's counts, all or one
///   stalls/REASON             a stall reason's share of the samples
///   metrics/NAME              a metric of the GPU's counters
///   joules_per_gb, ratio      energy per 10^9 bytes of output; compressed over uncompressed bytes
///   registers, spills         per thread: registers, and bytes of local memory
///
/// Throws datasets::bad_input, with the known names, for another one.
std::vector<measure> find_measures(const std::string& name);

/// The measures of two rows about damaged chunks (kind "damage"): an outcome's number of chunks,
/// for each outcome that one of the rows has. They differ or not, and pass every gate: what a
/// decoder does with a damaged chunk may depend on memory that it should not read.
std::vector<measure> damage_measures(const nlohmann::json& base, const nlohmann::json& now);

/// A measure's value in one row.
struct observation {
  estimate value;  ///< without noise if the measure has no samples
  /// The same per clock cycle, if the row has the clock of every sample.
  std::optional<estimate> per_cycle;
  std::optional<double> clock_mhz;  ///< the median of the samples' clocks
  bool hot = false;                 ///< of a throughput: it comes from hot samples
};

/// The measure's value in a row with status "ok"; std::nullopt if the row lacks it, or has fewer
/// than 2 samples of it.
std::optional<observation> observe(const measure& measure, const nlohmann::json& row);

}  // namespace codag::harness
