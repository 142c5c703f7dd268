// The order of runs in time.
#pragma once

#include <string>
#include <utility>

namespace codag::harness {

/// A key by which runs are sorted: seconds since 1970 of the time that a report names (ISO 8601, as
/// "2026-11-22T05:36:47Z" or with fractions of a second and another offset), then the text. A text
/// that is no such time comes first.
std::pair<double, std::string> run_time(const std::string& text);

}  // namespace codag::harness
