#include "harness/claims/claim.hpp"

#include <cmath>

namespace codag::harness {

const std::vector<std::string>& statistic_names() {
  static const std::vector<std::string> names = {
      "geomean_ratio", "max_relative_difference", "min", "max", "mean", "geomean"};
  return names;
}

const std::vector<std::string>& filter_keys() {
  static const std::vector<std::string> keys = {"dataset",
                                                "codec",
                                                "variant",
                                                "schedule",
                                                "decoding",
                                                "input_buffer",
                                                "prefetch_warp",
                                                "warps_per_block",
                                                "ring_bytes",
                                                "backend",
                                                "chunk_bytes",
                                                "asked_bytes",
                                                "operations_per_access"};
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

nlohmann::json expectation::to_json() const {
  switch (is) {
    case kind::about:
      return {{"about", value}, {"tolerance", tolerance}};
    case kind::at_most:
      return {{"at_most", value}};
    case kind::at_least:
      return {{"at_least", value}};
  }
  return nullptr;
}

}  // namespace codag::harness
