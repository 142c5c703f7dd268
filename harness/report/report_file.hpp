// A report as a file: written whole or not at all, read with its shape checked.
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace codag::harness {

/// Raised when a key changes its meaning or goes; a new key does not raise it.
inline constexpr int report_schema_version = 2;

/// Throws std::logic_error if a number of `value` is NaN or infinite: they are no JSON, and a bug
/// here. `place` names the value.
void check_numbers(const nlohmann::json& value, const std::string& place);

/// Replaces the file at once (a temporary beside it, fsync, rename), so that it is whole at any
/// time. Throws std::logic_error for a number that is no JSON, datasets::bad_input if it cannot be
/// written.
void write_report(const std::filesystem::path& file, const nlohmann::json& report);

/// Reads a report; one of schema version 1 is given the shape of version 2. Throws
/// datasets::bad_input, naming the file and the place in it, if it is not a report, is not whole,
/// or has another schema version.
nlohmann::json read_report(const std::filesystem::path& file);

/// The cases of a report that need not run again (status "ok"), by name.
std::map<std::string, nlohmann::json> finished_cases(const nlohmann::json& report);

}  // namespace codag::harness
