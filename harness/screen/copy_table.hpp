// The output of `codag datasets --real`: a user's copies of the paper's columns beside the paper's
// numbers.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "datasets/manifest.hpp"
#include "harness/screen/text_table.hpp"

namespace codag::harness {

/// A copy that was read whole and measured.
struct measured_copy {
  const datasets::manifest_entry& column;
  std::string path, sha256;
  element_type type;
  std::uint64_t bytes = 0;
  datasets::column_statistics statistics;
};

/// Whether no number that is judged differs from the paper's.
bool agrees(const measured_copy& copy);

/// A line per copy: its numbers and the paper's, and the result. A number that differs and one
/// that is not judged are marked. Notes follow.
std::string copies_table(const std::vector<measured_copy>& copies, table_width width = {});

/// {"copies": [{"name", "path", "type", "bytes", "values", "sha256", "copy", "paper_values",
/// "paper", "differs", "not_judged", "agrees"}]}. `copy` and `paper` have the keys of
/// column_statistics, and `differs` and `not_judged` are lists of such keys and of "values".
nlohmann::json copies_json(const std::vector<measured_copy>& copies);

}  // namespace codag::harness
