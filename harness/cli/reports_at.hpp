// The reports that a command of many reports works on.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace codag::harness {

/// Each report with the name of its file: those that the user named, and those in the folders that
/// the user named. What is no report in a folder is left out, and so is a calibration anywhere
/// (`results/*.json` names both); standard error says it. Throws datasets::bad_input for another
/// file that is no report, and if there is none at all.
std::vector<std::pair<std::string, nlohmann::json>> reports_at(
    const std::vector<std::string>& places);

}  // namespace codag::harness
