// Sizes in bytes, as users write them.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace codag::harness {

/// Parses "64KiB", "1GiB", "500MB", "4096" or a JSON number. Throws datasets::bad_input whose text
/// begins with `place`.
std::uint64_t parse_size(const nlohmann::json& value, const std::string& place);

/// The same for a text from the command line.
std::uint64_t parse_size_text(const std::string& text, const std::string& place);

/// "128KiB" for 131072, "1000B" for 1000.
std::string size_name(std::uint64_t bytes);

}  // namespace codag::harness
