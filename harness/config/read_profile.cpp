#include "harness/config/read_profile.hpp"

#include "harness/measure/profile/metric_groups.hpp"

namespace codag::harness {

stall_options read_stalls(const placed_json& place) {
  place.only_keys({"period"});
  stall_options options;
  if (place.has("period"))
    options.period_exponent = static_cast<unsigned>(place.at("period").whole(5, 31));
  return options;
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
