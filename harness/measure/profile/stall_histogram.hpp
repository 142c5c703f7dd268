// Turning the samples of instructions into a histogram of stall reasons.
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

/// A stall reason's short name. CUPTI's names come in pairs: a plain name, and one with the suffix
/// _not_issued. The samples of the plain name include those of the other, so the two must not be
/// added.
struct stall_reason {
  std::string_view plain;  ///< "barrier"
  bool not_issued = false;
};

/// Parses a name such as "smsp__pcsamp_warps_issue_stalled_barrier_not_issued". Returns
/// std::nullopt if it is not a stall reason. The result refers to the characters of `name`.
std::optional<stall_reason> parse_stall_reason(std::string_view name);

using stall_histogram = std::map<std::string, stall_samples>;

/// The sum of the records per reason. Reasons without samples are left out.
stall_histogram histogram(const std::vector<pc_record>& records, const stall_reason_names& names);

/// The total number of samples over all reasons.
std::uint64_t total(const stall_histogram& reasons);

/// The profile without its source lines.
stall_profile to_stall_profile(const pc_samples& samples);

}  // namespace codag::harness
