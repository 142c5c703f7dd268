#include "harness/config/claim.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace codag::harness {

const std::vector<std::string>& statistic_names() {
  static const std::vector<std::string> names = {
      "geomean_ratio", "mean_ratio", "min_ratio", "max_ratio", "max_relative_difference",
      "min",           "max",        "mean",      "geomean"};
  return names;
}

const std::vector<std::string>& row_keys() {
  static const std::vector<std::string> keys = {"dataset",     "codec",       "variant", "backend",
                                                "chunk_bytes", "asked_bytes", "gpu"};
  return keys;
}

number_range expectation::allowed(statistic of) const {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (is == kind::at_most) return {-infinity, value};
  if (is == kind::at_least) return {value, infinity};
  const double effect = is_ratio(of) ? value - 1 : value;
  const double slack = tolerance * (effect == 0 ? 1 : std::abs(effect));
  return {value - slack, value + slack};
}

bool is_of_hardware(std::string_view value) {
  // Numbers of a transfer, but not ratios of two of them.
  if (value.ends_with("_share") || value.ends_with("/speedup_over_raw_copy")) return false;
  constexpr std::string_view places[] = {"/gbps",    "/traffic_gbps", "/giga_operations", "/time/",
                                         "/energy/", "/transfer/",    "/latency/"};
  return std::ranges::any_of(places, [&](std::string_view at) { return value.starts_with(at); });
}

}  // namespace codag::harness
