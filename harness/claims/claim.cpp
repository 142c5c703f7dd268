#include "harness/claims/claim.hpp"

#include <cmath>

#include "harness/report/schedule_keys.hpp"

namespace codag::harness {

const std::vector<std::string>& statistic_names() {
  static const std::vector<std::string> names = {
      "geomean_ratio", "min_ratio", "max_ratio", "max_relative_difference",
      "min",           "max",       "mean",      "geomean"};
  return names;
}

const std::vector<std::string>& filter_keys() {
  static const std::vector<std::string> keys = [] {
    std::vector<std::string> all = {"dataset", "codec", "variant"};
    all.insert(all.end(), schedule_keys.begin(), schedule_keys.end());
    all.insert(all.end(), {"backend", "chunk_bytes", "asked_bytes", "operations_per_access"});
    return all;
  }();
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
