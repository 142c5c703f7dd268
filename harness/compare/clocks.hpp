// What the clocks of two runs say about a change in time.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "harness/compare/measure.hpp"
#include "harness/compare/verdict.hpp"

namespace codag::harness {

/// A change as a ratio in clock cycles, new over base: of cycles, or of work per cycle.
struct change_in_cycles {
  interval ratio;
  double clock_ratio = 1;  ///< the new clock over that of the base
};

/// Whether a row's kernels run on the SM's clock. Memory has a clock of its own: memory traffic,
/// and a kernel that reaches half of its roof or of DRAM's peak, are not judged in cycles.
bool runs_on_sm_clock(const nlohmann::json& row);

/// The change in clock cycles; null unless both observations have the clock of every sample.
std::optional<change_in_cycles> in_cycles(const observation& base, const observation& now);

/// How the clock explains a change in time: "slower by 4.2 %, equal in cycles, at a clock 4.0 %
/// lower, power limited". `limit` is clock_limit(); empty if the row does not tell.
std::string clock_note(const measure& measure, const interval& in_time,
                       const change_in_cycles& cycles, verdict verdict_in_cycles,
                       const std::string& limit);

/// What limited the clock while a row was measured: "power limited", "thermally limited"; empty if
/// nothing did, or the row does not tell.
std::string clock_limit(const nlohmann::json& row);

}  // namespace codag::harness
