// The closing table: what a person reads of a report.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>

namespace codag::harness {

/// The table of a report: throughputs, speed-ups over the baseline and shares of the roof; of
/// interpreted kernels their counts; then every case that is not ok with its reason.
std::string report_table(const nlohmann::json& report);

/// Experiment, machine, revision and date, then report_table. Throws datasets::bad_input.
void show_report(const std::filesystem::path& file, std::ostream& out);

}  // namespace codag::harness
