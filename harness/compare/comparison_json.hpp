// A comparison as JSON, for programs.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "harness/compare/comparison.hpp"

namespace codag::harness {

/// The comparison as an object with the keys base, new, differences, cases, means, claims, verdicts
/// and gate. docs/comparing.md describes them.
nlohmann::ordered_json comparison_json(const comparison& comparison, const compare_options& options,
                                       const std::string& base, const std::string& now);

}  // namespace codag::harness
