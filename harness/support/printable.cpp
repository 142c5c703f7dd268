#include "harness/support/printable.hpp"

#include <cstdio>

#include "harness/support/display_width.hpp"
#include "harness/support/utf8.hpp"

namespace codag::harness {
namespace {

constexpr bool is_control(char32_t c) {
  return c < 0x20 || (c >= 0x7f && c < 0xa0);
}

/// Line separators, and the marks, embeddings, overrides and isolates of the bidirectional
/// algorithm (Unicode Standard Annex 9).
constexpr bool moves_text(char32_t c) {
  return c == 0x061c || c == 0x200e || c == 0x200f || (c >= 0x2028 && c <= 0x202e) ||
         (c >= 0x2066 && c <= 0x2069);
}

/// U+FFFE and U+FFFF, which no XML document may contain.
constexpr bool is_forbidden_in_xml(char32_t c) {
  return c == 0xfffe || c == 0xffff;
}

std::string escape(const char* format, unsigned value) {
  char text[16];
  std::snprintf(text, sizeof(text), format, value);
  return text;
}

}  // namespace

std::string printable(std::string_view text, std::size_t most) {
  std::string safe;
  while (!text.empty()) {
    const auto [code, bytes] = first_character(text);
    if (!code)
      safe += escape("\\x%02x", static_cast<unsigned char>(text[0]));
    else if (*code == '\n')
      safe += "\\n";
    else if (*code == '\t')
      safe += "\\t";
    else if (is_control(*code) || moves_text(*code) || is_forbidden_in_xml(*code))
      safe += escape(*code < 0x80 ? "\\x%02x" : "\\u%04x", *code);
    else
      safe += text.substr(0, bytes);
    text.remove_prefix(bytes);
  }
  return shortened(safe, most);
}

}  // namespace codag::harness
