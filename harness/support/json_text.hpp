// JSON as the text of a file or of standard output.
#pragma once

#include <string>
#include <string_view>

namespace codag::harness {

/// Indented JSON with each array of numbers on one line: a report has thousands of samples.
inline std::string with_numbers_joined(std::string_view indented) {
  std::string text;
  text.reserve(indented.size());
  bool in_string = false;
  for (std::size_t i = 0; i < indented.size(); ++i) {
    const char c = indented[i];
    text += c;
    if (in_string && c == '\\') text += indented[++i];  // an escaped quote ends no string
    if (c == '"') in_string = !in_string;
    if (in_string || c != '[') continue;
    const std::size_t end = indented.find_first_not_of(" \n,0123456789+-.eEnul", i + 1);
    if (end == std::string_view::npos || indented[end] != ']') continue;
    for (const char item : indented.substr(i + 1, end - i - 1))
      if (item != ' ' && item != '\n') text += item;
    i = end - 1;
  }
  return text;
}

/// The value, indented, with a line end. A file's name or a field need not be valid UTF-8: such
/// bytes are replaced, because they must not prevent writing. A template, so that this module does
/// not need the JSON library.
template <class Json>
std::string json_text(const Json& value) {
  return with_numbers_joined(value.dump(1, ' ', false, Json::error_handler_t::replace)) + "\n";
}

}  // namespace codag::harness
