// Reads JSON: a file that may come from anywhere, or a text. Its source file alone instantiates the
// library's parser, which takes long to compile and, without optimisation, long to run.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace codag::harness {

/// The most levels of lists and objects: copying a deeper value could overflow the stack.
inline constexpr int max_json_depth = 64;

/// The value in a JSON file of at most `max_bytes`, which may be packed by gzip. Throws
/// datasets::bad_input, one line that names the file and the place: if the file cannot be read
/// (with `remedy`), is damaged as a gzip file, or is larger (unpacked), is not valid JSON, is
/// nested deeper than max_json_depth, or has a key twice in one object.
nlohmann::json read_json_file(const std::filesystem::path& file, std::uint64_t max_bytes,
                              const std::string& remedy);

/// The value of a JSON text. If the text is not valid JSON, the value is_discarded().
nlohmann::json json_of(const std::string& text);

}  // namespace codag::harness
