// The closing table: what a person reads of a report.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>

namespace codag::harness {

/// The table of a report: throughputs, speed-ups over the baseline and shares of the roof, with
/// their geometric means; of interpreted kernels, which have no throughput, the counts that tell
/// them apart. Then every case that is not ok, a line each with its reason; the stalls, metrics and
/// energy that were measured, and why others were not; and the verdicts on the claims.
std::string report_table(const nlohmann::json& report);

/// Experiment, machine, revision and date, then report_table, the hottest source lines if asked
/// for, and where the report is. Throws datasets::bad_input if the file is no report.
void show_report(const std::filesystem::path& file, std::ostream& out, bool with_lines = false);

}  // namespace codag::harness
