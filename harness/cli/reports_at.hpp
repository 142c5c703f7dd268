// The reports that a command of many reports works on.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace codag::harness {

/// Each report with the name of its file: those that the user named, and those in the folders that
/// the user named. Left out are other JSON in a folder, and calibrations and comparisons anywhere
/// (`results/*.json` names all); standard error says it. Throws datasets::bad_input for a file that
/// cannot be read, for another one that is no report, and if there is no report at all.
std::vector<std::pair<std::string, nlohmann::json>> reports_at(
    const std::vector<std::string>& places);

}  // namespace codag::harness
