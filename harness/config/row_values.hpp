// The numbers of a case's row that a claim can be about.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace codag::harness {

/// JSON pointers into a row of a report (docs/report.md): "/gbps". A "*" stands for any one key.
const std::vector<std::string>& row_values();

/// Whether `pointer` is one of row_values().
bool is_row_value(std::string_view pointer);

}  // namespace codag::harness
