#include "harness/config/claim.hpp"

#include <algorithm>
#include <cmath>

namespace codag::harness {

const std::vector<std::string>& statistic_names() {
  static const std::vector<std::string> names = {
      "geomean_ratio", "mean_ratio", "min_ratio", "max_ratio", "max_relative_difference",
      "min",           "max",        "mean",      "geomean"};
  return names;
}

const std::vector<std::string>& row_keys() {
  static const std::vector<std::string> keys = {"dataset", "codec",       "variant",
                                                "backend", "chunk_bytes", "asked_bytes"};
  return keys;
}

bool expectation::holds(double measured) const {
  switch (is) {
    case kind::about:
      return std::abs(measured - value) <= tolerance * std::abs(value);
    case kind::at_most:
      return measured <= value;
    case kind::at_least:
      return measured >= value;
  }
  return false;
}

bool is_of_hardware(std::string_view value) {
  // Numbers of a transfer, but not ratios of two of them.
  if (value.ends_with("_share") || value.ends_with("/speedup_over_raw_copy")) return false;
  constexpr std::string_view places[] = {"/gbps",  "/traffic_gbps", "/giga_operations",
                                         "/time/", "/energy/",      "/transfer/"};
  return std::ranges::any_of(places, [&](std::string_view at) { return value.starts_with(at); });
}

}  // namespace codag::harness
