// Reading UTF-8 character by character.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace codag::harness {

/// The first character of a text.
struct utf8_character {
  std::optional<char32_t> code;  ///< null if the text does not begin with valid UTF-8
  std::size_t bytes = 1;         ///< its length; 1 if it is not valid
};

/// The first character of a text that is not empty. Not valid are overlong forms, surrogates, codes
/// above U+10FFFF and characters that are cut off.
constexpr utf8_character first_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < bytes) return {};
  char32_t code = lead & (0xffu >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xc0u) != 0x80) return {};
    code = code << 6 | (byte(i) & 0x3fu);
  }
  constexpr char32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  if (code < least[bytes] || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return {};
  return {code, bytes};
}

}  // namespace codag::harness
