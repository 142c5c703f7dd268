#include "harness/config/profile_spec.hpp"

#include <algorithm>

namespace codag::harness {
namespace {

bool is_metric_name(const std::string& text) {
  constexpr const char* letters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.";
  return text.find("__") != std::string::npos &&
         text.find_first_not_of(letters) == std::string::npos;
}

}  // namespace

stalls_spec read_stalls(const placed_json& place) {
  place.only_keys({"period"});
  stalls_spec spec;
  if (place.has("period")) spec.period = static_cast<unsigned>(place.at("period").whole(5, 31));
  return spec;
}

std::vector<std::string> read_metrics(const placed_json& place) {
  const std::vector<std::string> groups(metric_group_names.begin(), metric_group_names.end());
  std::vector<std::string> names;
  for (const placed_json& one : place.elements()) {
    const std::string name = one.text();
    names.push_back(is_metric_name(name) ? name : one.name_of("metric group", groups));
  }
  return names;
}

}  // namespace codag::harness
