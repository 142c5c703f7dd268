// The "datasets" of a config.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/config/config.hpp"
#include "harness/config/placed_json.hpp"

namespace codag::harness {

/// The formats of a file, as dataset_spec::format describes them.
const std::vector<std::string>& dataset_formats();

/// What dataset_spec::csv_header may be.
const std::vector<std::string>& csv_header_choices();

/// The format of a file on the command line that is given no format: the one that its name ends in,
/// or "auto".
std::string usual_format(const std::filesystem::path& path);

/// Reads and checks the list. A generator with lists of parameter values stands for one dataset per
/// combination. Relative paths are relative to `folder`. Throws datasets::bad_input.
std::vector<dataset_spec> read_datasets(const placed_json& place,
                                        const std::vector<known_name>& known,
                                        const std::filesystem::path& folder);

}  // namespace codag::harness
