// `codag list metrics`: what a chip can count, and in how many passes.
#pragma once

#include <string>
#include <vector>

namespace codag::harness {

/// What is asked of the chip.
struct metrics_query {
  std::vector<std::string> names;  ///< groups and metrics whose passes are wanted; none: list them
  std::string chip;                ///< "GH100"; empty: GPU 0's
  std::string match;               ///< a regular expression that a listed name has; empty: any
};

/// Prints it; returns an exit_code. Throws datasets::bad_input, with the remedy, if it cannot.
int list_metrics(const metrics_query& query, bool as_json);

}  // namespace codag::harness
