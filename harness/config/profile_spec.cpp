#include "harness/config/profile_spec.hpp"

#include "harness/profile/metric_groups.hpp"

namespace codag::harness {

stalls_spec read_stalls(const placed_json& place) {
  place.only_keys({"period"});
  stalls_spec spec;
  if (place.has("period")) spec.period = static_cast<unsigned>(place.at("period").whole(5, 31));
  return spec;
}

std::vector<std::string> read_metrics(const placed_json& place) {
  std::vector<std::string> names;
  for (const placed_json& one : place.elements()) {
    names.push_back(one.text());
    if (const auto why = why_no_metric(names.back())) one.fail(*why);
  }
  return names;
}

}  // namespace codag::harness
