// JSON documents with edits: mutated bytes are hardly ever JSON, edited documents always are.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/fuzz/target.hpp"

namespace codag::fuzz {

/// The text of a fuzz input. If the first byte is 0, the rest is the text. Otherwise the byte
/// chooses one of the documents, and each further group of bytes edits a value of it: replaces,
/// deletes, duplicates or copies it, or gives it another key.
std::string json_text(input in, const std::vector<nlohmann::json>& documents);

/// Seeds for json_text(): every document unedited and as text, and with every kind of edit.
std::vector<bytes> json_seeds(const std::vector<nlohmann::json>& documents);

/// The JSON file at a path in the repository; it may be packed.
nlohmann::json repository_json(const std::string& path);

}  // namespace codag::fuzz
