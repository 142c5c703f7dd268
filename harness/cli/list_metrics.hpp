// `codag list metrics`: the metrics that a chip can count, and the passes that they take.
#pragma once

#include <string>
#include <vector>

namespace codag::harness {

/// The options of the command.
struct metrics_query {
  std::vector<std::string> names;  ///< groups and metrics to show passes for; none: list all
  std::string chip;                ///< "GH100"; empty: the chip of GPU 0
  std::string match;  ///< with no names: a regular expression for theirs; empty: any name
};

/// Prints the list and returns an exit_code. Throws datasets::bad_input, with the remedy, if it is
/// unavailable.
int list_metrics(const metrics_query& query, bool as_json);

}  // namespace codag::harness
