// Text of unknown origin, made fit for a message or a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace codag::datasets {

/// The size in bytes of the control character that begins at text[at], or 0 if none does: those of
/// ASCII, and U+0080 to U+009F in UTF-8. A terminal obeys both.
constexpr std::size_t control_character_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(at) < ' ' || byte(at) == 0x7f) return 1;
  const bool second_set =
      byte(at) == 0xc2 && at + 1 < text.size() && byte(at + 1) >= 0x80 && byte(at + 1) < 0xa0;
  return second_set ? 2 : 0;
}

/// Whether the text has a control character. A line end is one.
constexpr bool has_control_character(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i)
    if (control_character_at(text, i) != 0) return true;
  return false;
}

/// The text on one line: control characters become spaces.
inline std::string one_line(std::string text) {
  for (std::size_t i = 0; i < text.size(); ++i)
    if (const std::size_t bytes = control_character_at(text, i); bytes != 0)
      text.replace(i, bytes, bytes, ' ');
  return text;
}

/// The beginning of the text, cut before `most` bytes at the start of a UTF-8 character and marked
/// with "..." if that is not all of it.
inline std::string beginning_of(const std::string& text, std::size_t most = 100) {
  if (text.size() <= most) return text;
  std::size_t end = most;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return text.substr(0, end) + "...";
}

/// The text in quotes, as a message shows it: on one line, and only its beginning.
inline std::string in_quotes(std::string_view text) {
  return "'" + one_line(beginning_of(std::string(text))) + "'";
}

}  // namespace codag::datasets
