// A parameter's value as JSON.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "codag/parameters.hpp"

namespace codag::harness {

/// As a report and `codag list` have it: a number, or the name of a choice.
inline nlohmann::json value_json(const parameter& p, std::uint64_t value) {
  if (!p.choices.empty()) return std::string(p.choices[value]);
  if (p.scale == 1) return value;
  return static_cast<double>(value) / static_cast<double>(p.scale);
}

}  // namespace codag::harness
