// The structure that a report must have: the keys of shape::report() that this program reads.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace codag::harness {

/// Checks a report's keys, their types and their ranges, so that it can be shown, resumed, reused
/// and judged, wherever it came from. Throws datasets::bad_input, one line that begins with `file`
/// and names the place. The check is less strict than the schema in that it ignores keys that this
/// program does not read, and takes what shape::flag names. Beyond the schema, names have no
/// control characters (a terminal would obey them), no two cases have the same name, and numbers
/// are small enough that their quotients are finite.
void check_report_shape(const nlohmann::json& report, int version, const std::string& file);

}  // namespace codag::harness
