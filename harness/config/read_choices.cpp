#include "harness/config/read_choices.hpp"

#include <algorithm>
#include <cmath>

#include "harness/config/config.hpp"
#include "harness/config/sizes.hpp"

namespace codag::harness {
namespace {

std::string limits_of(const parameter& p) {
  return std::string(p.power_of_two ? "a power of two"
                     : p.scale == 1 ? "a whole number"
                                    : "a number") +
         " from " + value_text(p, p.least) + " to " + value_text(p, p.most) +
         (p.scale > 1 ? " in steps of " + value_text(p, 1) : "") + (p.bytes ? " bytes" : "");
}

/// Extends each of the combinations by every value of another parameter.
std::vector<chosen_parameters> with_each(const std::vector<chosen_parameters>& so_far,
                                         const parameter& p,
                                         const std::vector<std::uint64_t>& values) {
  std::vector<chosen_parameters> all;
  for (const chosen_parameters& chosen : so_far)
    for (const std::uint64_t value : values) {
      all.push_back(chosen);
      all.back().values.emplace_back(p, value);
    }
  return all;
}

}  // namespace

void check_cases(const placed_json& place, std::size_t cases) {
  if (cases > max_cases)
    place.fail("stands for more than " + std::to_string(max_cases) +
               " cases; list fewer values, or make several configs");
}

std::uint64_t read_parameter(const placed_json& place, const parameter& p) {
  if (!p.choices.empty()) {
    const std::vector<std::string> names(p.choices.begin(), p.choices.end());
    const std::string name = place.name_of(std::string(p.key).c_str(), names);
    return static_cast<std::uint64_t>(std::ranges::find(names, name) - names.begin());
  }
  std::optional<std::uint64_t> value;
  if (p.allows(0) && whole_number(place.value()) == 0) {
    value = 0;  // no size is 0, but a parameter may mean "none" by it
  } else if (p.bytes) {
    value = parse_size(place.value(), place.place());
  } else if (p.scale == 1) {
    value = whole_number(place.value());
  } else if (place.value().is_number() && place.value().get<double>() >= 0) {
    const double scaled = place.value().get<double>() * static_cast<double>(p.scale);
    // A value that is not a multiple of the scale is refused, not rounded.
    if (std::abs(scaled - std::round(scaled)) < 1e-6)
      value = static_cast<std::uint64_t>(std::llround(scaled));
  }
  if (!value || !p.allows(*value)) place.expected(limits_of(p));
  return *value;
}

std::vector<chosen_parameters> read_parameters(const placed_json& place, const known_name& known) {
  std::vector<chosen_parameters> all(1);
  for (const parameter& p : known.parameters) {
    const std::string key(p.key);
    if (!place.has(key.c_str())) continue;
    const placed_json axis = place.at(key);
    if (!p.open()) axis.fail(known.name + " allows only one value; drop the key");
    std::vector<std::uint64_t> values;
    if (!axis.value().is_array())
      values.push_back(read_parameter(axis, p));
    else
      for (const placed_json& one : axis.elements()) values.push_back(read_parameter(one, p));
    check_cases(place, values.size());
    check_cases(place, all.size() * values.size());
    all = with_each(all, p, values);
  }
  if (known.why_not != nullptr)
    for (const chosen_parameters& chosen : all)
      if (const std::string why = known.why_not(resolve(known.parameters, chosen)); !why.empty())
        place.fail(why);
  return all;
}

std::vector<named_choice> read_choices(const placed_json& place, const char* what,
                                       const std::vector<known_name>& known) {
  if (place.value().is_string())
    return {named_choice(place.name_of(what, names_of(known)), chosen_parameters{})};
  if (!place.value().is_object()) place.expected("a name, or an object with a \"name\"");
  const known_name& named = *find_known(known, place.at("name").name_of(what, names_of(known)));
  std::vector<std::string> keys = {"name"};
  for (const parameter& p : named.parameters) keys.emplace_back(p.key);
  place.only_keys(keys);
  std::vector<named_choice> all;
  for (chosen_parameters& chosen : read_parameters(place, named))
    all.emplace_back(named.name, std::move(chosen));
  return all;
}

}  // namespace codag::harness
