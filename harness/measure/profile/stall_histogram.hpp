// From the samples of instructions to a histogram of stall reasons.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/measure/profile/pc_sampler.hpp"
#include "harness/measure/profile/stall_profile.hpp"

namespace codag::harness {

/// A stall reason's short name. CUPTI names come in pairs: a plain one, and its twin with the
/// suffix _not_issued, whose samples the plain one includes: never add the two.
struct stall_reason {
  std::string_view plain;  ///< "barrier"
  bool not_issued = false;
};

/// Of "smsp__pcsamp_warps_issue_stalled_barrier_not_issued"; nothing of a name that is no stall
/// reason's. Refers to the characters of `name`.
std::optional<stall_reason> parse_stall_reason(std::string_view name);

using stall_histogram = std::map<std::string, stall_samples>;

/// Sums the records a reason; reasons without samples are left out.
stall_histogram histogram(const std::vector<pc_record>& records, const stall_reason_names& names);

/// The samples of all reasons.
std::uint64_t total(const stall_histogram& reasons);

/// All but the lines.
stall_profile to_stall_profile(const pc_samples& samples);

}  // namespace codag::harness
