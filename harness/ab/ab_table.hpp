// The comparison of two programs for a person.
#pragma once

#include <string>

#include "harness/ab/ab_json.hpp"
#include "harness/screen/text_table.hpp"

namespace codag::harness {

/// The programs, a table with a case per line, what was not compared, and what the gate says.
std::string ab_text(const ab_result& result, const ab_query& query, bool strict, table_width width);

}  // namespace codag::harness
