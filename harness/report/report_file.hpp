// Reading and writing report files. A file is written completely or not at all, and its structure
// is checked when it is read.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace codag::harness {

/// The version increases when a key changes its meaning or is removed, but not when a key is added.
inline constexpr int report_schema_version = 2;

/// The most bytes of a report that is read, unpacked. A report has a few KiB per case.
inline constexpr std::uint64_t max_report_bytes = 256 << 20;

/// Throws std::logic_error if a number of `value` is NaN or infinite. JSON cannot represent it, and
/// it indicates a bug in the program. `place` names the value.
void check_numbers(const nlohmann::json& value, const std::string& place);

/// Replaces the file as a whole (replace_file); a file whose name ends in .gz is packed. Throws
/// std::logic_error for a number that JSON cannot represent, and datasets::bad_input if the file
/// cannot be written.
void write_report(const std::filesystem::path& file, const nlohmann::json& report);

/// Reads a report. A report with schema version 1 is converted to version 2. Throws
/// datasets::bad_input, naming the file and the place in it, if it is not a report, is incomplete,
/// or has another schema version. Any bytes are safe: what is accepted can be shown, resumed,
/// reused and judged (check_report_shape).
nlohmann::json read_report(const std::filesystem::path& file);

/// The finished cases of a report, by name: those with status "ok" that nothing disturbed.
std::map<std::string, nlohmann::json> finished_cases(const nlohmann::json& report);
/// The name of the GPU that a report ("codag") is of; empty if it is of none.
std::string gpu_name(const nlohmann::json& codag);
/// The source revision in a report's provenance, "HASH" or "HASH-dirty"; empty if it is not known.
std::string revision_text(const nlohmann::json& provenance);
/// The same with the first 12 digits of the hash, as git shows them.
std::string short_revision_text(const nlohmann::json& provenance);
/// How many the report in the file has. Throws what read_report() does.
std::size_t count_finished(const std::filesystem::path& file);

}  // namespace codag::harness
