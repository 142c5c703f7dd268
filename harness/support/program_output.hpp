// What another program prints.
#pragma once

#include <array>
#include <cstdio>
#include <optional>
#include <string>

namespace codag::harness {

/// The standard output of a shell command; std::nullopt if the command failed or does not exist.
inline std::optional<std::string> program_output(const std::string& command) {
  FILE* pipe = popen((command + " 2>/dev/null").c_str(), "r");
  if (pipe == nullptr) return std::nullopt;
  std::string text;
  std::array<char, 512> buffer;
  while (std::fgets(buffer.data(), buffer.size(), pipe) != nullptr) text += buffer.data();
  return pclose(pipe) == 0 ? std::optional(text) : std::nullopt;
}

}  // namespace codag::harness
