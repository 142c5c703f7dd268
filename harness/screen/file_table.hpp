// The table of one file, with a line per codec and variant.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <ostream>
#include <string>

#include "harness/screen/text_table.hpp"

namespace codag::harness {

/// A line per case: codec, variant, where it ran, the compressed size and ratio, and the throughput
/// with half of its 95 % interval. An interpreted kernel has no throughput; the memory sectors that
/// it counted stand in a column of their own. After the table come the notes on the file and the
/// reasons of cases that failed. Skipped cases, which are those that do not fit, are left out,
/// unless there are no others.
std::string file_table(const nlohmann::json& report, table_width width = {});

/// Prints the file_table of a report that was just written, and where it went.
void print_file_report(const std::filesystem::path& file, const std::string& name,
                       std::ostream& out, table_width width = {});

}  // namespace codag::harness
