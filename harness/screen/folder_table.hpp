// The summary of a folder of files.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "harness/screen/text_table.hpp"

namespace codag::harness {

/// A file that the run could not begin with.
struct refused_file {
  std::string name;
  std::string reason;
};

/// The reason on a line, which names the file.
std::string refusal_line(const refused_file& file);

/// A line per file with values: its type and size, the codec that makes it smallest, and the codec
/// and variant that decode it fastest; and a line of all of them. Then a line per codec: how large
/// it makes the files that it compresses, together. Then the reasons of cases that failed and the
/// files that were refused, each with its reason.
std::string folder_table(const nlohmann::json& report, const std::vector<refused_file>& refused,
                         table_width width = {});

}  // namespace codag::harness
