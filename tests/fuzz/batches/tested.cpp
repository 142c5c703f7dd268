#include "tests/fuzz/batches/tested.hpp"

#include <algorithm>

#include "tests/support/registered_kernels.hpp"

namespace codag::fuzz {
namespace {

/// Every combination of a variant's parameters: each choice and each power of two; of other numbers
/// the least, the standard and the greatest one.
std::vector<parameter_values> swept_values(const harness::variant_facts& facts) {
  return test::combinations(facts.parameters, [](const parameter& p) {
    parameter_values values;
    if (!p.choices.empty())
      for (std::uint64_t v = p.least; v <= p.most; ++v) values.push_back(v);
    else if (p.power_of_two)
      for (std::uint64_t v = p.least; v <= p.most; v *= 2) values.push_back(v);
    else
      values = {p.least, p.standard, p.most};
    const auto repeated = std::ranges::unique(values);
    values.erase(repeated.begin(), repeated.end());
    return values;
  });
}

}  // namespace

void tested_variants::set_variants(std::vector<const harness::variant_facts*> variants) {
  variants_ = std::move(variants);
  for (const auto* facts : variants_) swept_.push_back(swept_values(*facts));
  for (const element_type type : test::all_types)
    if (std::ranges::any_of(variants_, [&](const auto* v) { return v->decodes(type); }))
      types_.push_back(type);
}

const parameter_values& tested_variants::values(std::size_t variant, std::uint64_t number,
                                                std::uint64_t pass) const {
  const auto& swept = swept_[variant];
  return swept[(number / types_.size() + pass) % swept.size()];
}

}  // namespace codag::fuzz
