// Text in a table of GitHub Flavored Markdown.
#pragma once

#include <string>

#include "harness/support/printable.hpp"

namespace codag::harness {

/// The text on one line, with the characters escaped that would end the cell or begin markup.
inline std::string markdown_cell(const std::string& text) {
  std::string escaped;
  for (const char c : printable(text)) {
    if (c == '|' || c == '<' || c == '`' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

}  // namespace codag::harness
