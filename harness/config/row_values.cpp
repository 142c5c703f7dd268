#include "harness/config/row_values.hpp"

#include <algorithm>

namespace codag::harness {
namespace {

/// Whether the pattern's "*", if it has one, can stand for the pointer's key at that place.
bool fits(std::string_view pattern, std::string_view pointer) {
  const auto star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == pointer;
  const std::string_view before = pattern.substr(0, star), after = pattern.substr(star + 1);
  if (pointer.size() <= before.size() + after.size() || !pointer.starts_with(before) ||
      !pointer.ends_with(after))
    return false;
  const auto key = pointer.substr(before.size(), pointer.size() - before.size() - after.size());
  return key.find('/') == std::string_view::npos;
}

}  // namespace

const std::vector<std::string>& row_values() {
  static const std::vector<std::string> values = {
      "/gbps",
      "/gbps_low",
      "/gbps_high",
      "/traffic_gbps",
      "/roof_share",
      "/speedup_over_baseline",
      "/ratio",
      "/raw_bytes",
      "/compressed_bytes",
      "/chunks",
      "/symbols",
      "/average_symbol_elements",
      "/average_symbol_bytes",
      "/operations",
      "/workspace_bytes",
      "/giga_operations_per_second",
      "/giga_operations_per_second_low",
      "/giga_operations_per_second_high",
      "/time/cold/*",
      "/time/hot/*",
      "/launch/*",
      "/counts/*",
      "/stalls/launches",
      "/stalls/samples",
      "/stalls/overhead",
      "/stalls/reasons/*/samples",
      "/stalls/reasons/*/not_issued",
      "/stalls/reasons/*/share",
      "/stalls/reasons/*/not_issued_share",
      "/metrics/overhead",
      "/metrics/values/*",
      "/energy/*",
      "/latency/*",
      "/transfer/*",
      "/transfer/none/*",
      "/transfer/in/*",
      "/transfer/in_out/*",
      "/transfer/copy_in/*",
      "/transfer/decode/*",
      "/transfer/copy_out/*",
      "/transfer/link_in/*",
      "/transfer/link_out/*",
      "/transfer/link_both/*",
  };
  return values;
}

bool is_row_value(std::string_view pointer) {
  return std::ranges::any_of(row_values(),
                             [&](const std::string& value) { return fits(value, pointer); });
}

}  // namespace codag::harness
