// configs/schema.json, tried by Python's jsonschema.
#pragma once

#include <cstdio>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace codag::harness {

/// What a program prints; nothing if it fails.
inline std::optional<std::string> output_of(const std::string& command) {
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return std::nullopt;
  std::string text;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) text += static_cast<char>(c);
  return pclose(pipe) == 0 ? std::optional(text) : std::nullopt;
}

/// Which of the files the schema accepts; nothing if jsonschema is not installed.
inline std::optional<std::vector<bool>> accepted_by_schema(
    const std::vector<std::filesystem::path>& files) {
  if (!output_of("python3 -c 'import jsonschema' 2>&1")) return std::nullopt;
  std::string command = R"(python3 -c '
import json, jsonschema, sys
schema = json.load(open(sys.argv[1]))
kind = jsonschema.validators.validator_for(schema)
kind.check_schema(schema)
def accepted(file):
    try:
        return kind(schema).is_valid(json.load(open(file)))
    except json.JSONDecodeError:
        return False
sys.stdout.write("".join(str(int(accepted(file))) for file in sys.argv[2:]))
' )" CODAG_SOURCE_DIR "/configs/schema.json";
  for (const std::filesystem::path& file : files) command += " '" + file.string() + "'";
  const auto answers = output_of(command);
  if (!answers || answers->size() != files.size())
    throw std::runtime_error("the schema could not be tried");
  std::vector<bool> accepted;
  for (const char answer : *answers) accepted.push_back(answer == '1');
  return accepted;
}

}  // namespace codag::harness
