// What a page says of several reports together.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "harness/screen/history_table.hpp"

namespace codag::harness {

/// The comparison that `codag compare` makes without options: comparison_json() with its summary
/// and its rule in words.
nlohmann::ordered_json comparison_data(const named_report& base, const named_report& now);

/// A history per measure that `codag compare` has by default and some case has: the runs in the
/// order of time, and the cases with a value, or null, for each run.
nlohmann::ordered_json history_data(const std::vector<named_report>& reports);

}  // namespace codag::harness
