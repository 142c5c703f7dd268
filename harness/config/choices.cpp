#include "harness/config/choices.hpp"

#include <algorithm>

namespace codag::harness {
namespace {

/// "8", "512B": a value, as written in a case's name.
std::string with_unit(const parameter& p, std::uint64_t value) {
  return value_text(p, value) + std::string(p.unit);
}

}  // namespace

std::vector<std::string> names_of(const std::vector<known_name>& known) {
  std::vector<std::string> names(known.size());
  std::ranges::transform(known, names.begin(), &known_name::name);
  return names;
}

const known_name* find_known(const std::vector<known_name>& known, std::string_view name) {
  const auto at = std::ranges::find(known, name, &known_name::name);
  return at == known.end() ? nullptr : &*at;
}

std::optional<std::uint64_t> chosen_parameters::of(std::string_view key) const {
  for (const auto& [p, value] : values)
    if (p.key == key) return value;
  return std::nullopt;
}

std::string chosen_parameters::suffix() const {
  std::string text;
  for (const auto& [p, value] : values)
    text += "/" + std::string(p.label) + "=" + with_unit(p, value);
  return text;
}

parameter_values resolve(const std::vector<parameter>& declared, const chosen_parameters& chosen) {
  parameter_values values;
  for (const parameter& p : declared) values.push_back(chosen.of(p.key).value_or(p.standard));
  return values;
}

}  // namespace codag::harness
