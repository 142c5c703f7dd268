#include "harness/measure/profile/stall_histogram.hpp"

namespace codag::harness {

std::optional<stall_reason> parse_stall_reason(std::string_view name) {
  constexpr std::string_view prefix = "smsp__pcsamp_warps_issue_stalled_", twin = "_not_issued";
  if (!name.starts_with(prefix)) return std::nullopt;
  name.remove_prefix(prefix.size());
  const bool not_issued = name.ends_with(twin);
  if (not_issued) name.remove_suffix(twin.size());
  return stall_reason{name, not_issued};
}

stall_histogram histogram(const std::vector<pc_record>& records, const stall_reason_names& names) {
  stall_histogram sums;
  for (const pc_record& record : records)
    for (const auto& [index, samples] : record.samples) {
      const auto name = names.find(index);
      const auto reason = name == names.end() ? std::nullopt : parse_stall_reason(name->second);
      if (!reason || samples == 0) continue;
      stall_samples& sum = sums[std::string(reason->plain)];
      (reason->not_issued ? sum.not_issued : sum.samples) += samples;
    }
  return sums;
}

std::uint64_t total(const stall_histogram& reasons) {
  std::uint64_t sum = 0;
  for (const auto& [name, reason] : reasons) sum += reason.samples;
  return sum;
}

stall_profile to_stall_profile(const pc_samples& samples) {
  stall_profile profile;
  profile.period_cycles = 1u << samples.period_exponent;
  profile.launches = samples.launches;
  profile.dropped = samples.dropped;
  profile.kernel_seconds = samples.kernel_seconds;
  profile.reasons = histogram(samples.records, samples.names);
  profile.samples = total(profile.reasons);
  return profile;
}

}  // namespace codag::harness
