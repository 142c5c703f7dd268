#include "harness/config/variant_spec.hpp"

#include <algorithm>

#include "harness/config/config.hpp"

namespace codag::harness {

std::vector<std::string> names_of(const std::vector<known_variant>& variants) {
  std::vector<std::string> names(variants.size());
  std::ranges::transform(variants, names.begin(), &known_variant::name);
  return names;
}

namespace {

using choices = std::vector<std::optional<std::uint32_t>>;

/// The values of an axis, or one that is no choice.
template <class Read>
choices read_axis(const placed_json& place, const char* key, const Read& read) {
  if (!place.has(key)) return {std::nullopt};
  const placed_json axis = place.at(key);
  if (!axis.value().is_array()) return {read(axis)};
  choices all;
  for (const placed_json& one : axis.elements()) all.push_back(read(one));
  return all;
}

const known_variant& find_known(const placed_json& place, const std::vector<known_variant>& known) {
  const std::string name = place.name_of("variant", names_of(known));
  return *std::ranges::find(known, name, &known_variant::name);
}

}  // namespace

variant_spec::variant_spec(const std::string& registered, const chosen_parameters& parameters)
    : name(registered), kernel(registered), chosen(parameters) {
  if (chosen.warps_per_block) name += "/warps=" + std::to_string(*chosen.warps_per_block);
  if (chosen.ring_bytes) name += "/ring=" + std::to_string(*chosen.ring_bytes) + "B";
}

std::vector<variant_spec> read_variants(const placed_json& place,
                                        const std::vector<known_variant>& known) {
  if (place.value().is_string()) return {variant_spec(find_known(place, known).name, {})};
  place.only_keys({"name", "warps_per_block", "ring_bytes"});
  const known_variant& variant = find_known(place.at("name"), known);
  const launch_parameters &least = variant.limits.least, &most = variant.limits.most;
  const auto chooses = [&](const char* key, std::uint32_t low, std::uint32_t high) {
    if (place.has(key) && low == high)
      place.at(key).fail(variant.name + " leaves no choice of it; drop the key");
  };
  chooses("warps_per_block", least.warps_per_block, most.warps_per_block);
  chooses("ring_bytes", least.ring_bytes, most.ring_bytes);
  const choices warps = read_axis(place, "warps_per_block", [&](const placed_json& one) {
    return static_cast<std::uint32_t>(one.whole(least.warps_per_block, most.warps_per_block));
  });
  const choices rings = read_axis(place, "ring_bytes", [&](const placed_json& one) {
    const std::uint64_t bytes = parse_size(one.value(), one.place());
    if (bytes > most.ring_bytes ||
        !variant.limits.allow({least.warps_per_block, static_cast<std::uint32_t>(bytes)}))
      one.expected("a power of two from " + std::to_string(least.ring_bytes) + " to " +
                   std::to_string(most.ring_bytes) + " bytes");
    return static_cast<std::uint32_t>(bytes);
  });
  std::vector<variant_spec> all;
  for (const auto& w : warps)
    for (const auto& r : rings) all.emplace_back(variant.name, chosen_parameters{w, r});
  return all;
}

}  // namespace codag::harness
