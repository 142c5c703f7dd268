// The tables of the cases' "transfer".
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "harness/screen/text_table.hpp"

namespace codag::harness {

/// Two tables with a line per case: whole runs in GB/s of output, beside the copy of the
/// uncompressed column, and then each stage alone with the link's bandwidth. Empty if no case has a
/// transfer.
std::string transfer_table(const nlohmann::json& cases, table_width width = {});

}  // namespace codag::harness
