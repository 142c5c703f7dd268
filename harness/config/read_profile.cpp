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
  constexpr std::size_t most_name_bytes = 200;
  std::vector<std::string> names;
  for (const placed_json& one : place.elements()) {
    names.push_back(one.text());
    if (names.back().size() > most_name_bytes || datasets::has_control_character(names.back()))
      one.expected("the name of a metric or of a group of metrics");
    if (const auto why = why_no_metric(names.back())) one.fail(*why);
  }
  return names;
}

}  // namespace codag::harness
