// The tables of a report for people.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <ostream>
#include <string>

#include "harness/screen/text_table.hpp"

namespace codag::harness {

/// The tables of a report: throughputs, speed-ups over the baseline and shares of the roof, with
/// their geometric means. A throughput has half of its 95 % interval beside it, and a mark if it
/// did not reach the noise that was asked for; a line says how many did not. Interpreted kernels
/// have no throughput, so their counts are shown instead. After these come one line with the reason
/// for every case that is not ok; the measured stalls, metrics and energy, with the reasons for
/// missing ones; and the verdicts on the claims.
std::string report_table(const nlohmann::json& report, table_width width = {});

/// Prints the report_table of a report that was just written, and where it went.
void print_report(const std::filesystem::path& file, const std::string& name, std::ostream& out,
                  table_width width = {});

/// Prints the experiment, machine, revision and date, then the report_table, the hottest source
/// lines if they are asked for, and the report's path. Throws datasets::bad_input if the file is
/// not a report.
void show_report(const std::filesystem::path& file, std::ostream& out, bool with_lines = false,
                 table_width width = {});

}  // namespace codag::harness
