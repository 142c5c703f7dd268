// The JSON Schema of a report, from the table of its keys.
#pragma once

#include <nlohmann/json.hpp>

#include "harness/report/shape/report_table.hpp"

namespace codag::harness::shape {

/// The schema of a report, draft 7: results/report.schema.json.
nlohmann::ordered_json schema_of(const type& report);

}  // namespace codag::harness::shape
