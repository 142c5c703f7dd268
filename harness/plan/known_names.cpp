#include "harness/plan/known_names.hpp"

#include <algorithm>

#include "codag/codec/codec.hpp"
#include "datasets/generator/generator.hpp"
#include "datasets/ssb/queries.hpp"
#include "harness/kernels/registry.hpp"

namespace codag::harness {
namespace {

/// Adds the parameters that are missing. For a parameter that is already there, the limits are
/// widened.
void add_parameters(std::vector<parameter>& all, std::span<const parameter> more) {
  for (const parameter& p : more) {
    const auto at = std::ranges::find(all, p.key, &parameter::key);
    if (at == all.end()) {
      all.push_back(p);
    } else {
      at->least = std::min(at->least, p.least);
      at->most = std::max(at->most, p.most);
    }
  }
}

}  // namespace

known_names registry_names() {
  known_names known;
  for (const auto& generator : datasets::generators())
    known.datasets.push_back(
        {.name = std::string(generator.name),
         .parameters = {generator.parameters.begin(), generator.parameters.end()}});
  for (const codec& codec : codecs())
    known.codecs.push_back({.name = std::string(codec.name),
                            .parameters = {codec.parameters.begin(), codec.parameters.end()},
                            .why_not = codec.why_not});
  for (const variant_facts* facts : all_variants()) {
    auto at = std::ranges::find(known.variants, facts->variant, &known_name::name);
    if (at == known.variants.end())
      at = known.variants.insert(at, {.name = std::string(facts->variant)});
    add_parameters(at->parameters, facts->parameters);
    for (const part& p : facts->parts)
      if (std::ranges::find(known.part_keys, p.key) == known.part_keys.end())
        known.part_keys.emplace_back(p.key);
  }
  for (const auto& query : datasets::ssb::queries()) known.queries.emplace_back(query.name);
  return known;
}

}  // namespace codag::harness
