// What a person reads of a report.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <ostream>
#include <string>

namespace codag::harness {

/// The tables of a report: throughputs, speed-ups over the baseline and shares of the roof, with
/// their geometric means; interpreted kernels have no throughput and show the counts that tell them
/// apart. Then one line with its reason for every case that is not ok; the stalls, metrics and
/// energy that were measured, and why others were not; and the verdicts on the claims.
std::string report_table(const nlohmann::json& report);

/// report_table of a report that was just written, and where it is.
void print_report(const std::filesystem::path& file, std::ostream& out);

/// Experiment, machine, revision and date, then report_table, the hottest source lines if asked
/// for, and where the report is. Throws datasets::bad_input if the file is not a report.
void show_report(const std::filesystem::path& file, std::ostream& out, bool with_lines = false);

}  // namespace codag::harness
