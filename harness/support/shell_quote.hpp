// A command line that can be pasted into a shell.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace codag::harness {

/// The argument as one word of a POSIX shell.
inline std::string shell_quoted(std::string_view argument) {
  constexpr std::string_view plain = "%+,-./:=@_";
  const bool needs_quotes = argument.empty() || !std::ranges::all_of(argument, [&](char c) {
                              return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                                     (c >= '0' && c <= '9') ||
                                     plain.find(c) != std::string_view::npos;
                            });
  if (!needs_quotes) return std::string(argument);
  std::string quoted = "'";
  for (const char c : argument) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

inline std::string shell_line(const std::vector<std::string>& arguments) {
  std::string line;
  for (const std::string& argument : arguments)
    line += (line.empty() ? "" : " ") + shell_quoted(argument);
  return line;
}

}  // namespace codag::harness
