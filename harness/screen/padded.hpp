// Text of a fixed width.
#pragma once

#include <cstddef>
#include <string>

#include "harness/support/display_width.hpp"

namespace codag::harness {

/// The spaces that the text lacks to be `width` columns wide; none if it is wider.
inline std::string padding(const std::string& text, std::size_t width) {
  const std::size_t its = display_width(text);
  return std::string(its < width ? width - its : 0, ' ');
}

/// `text` with spaces after it, up to `width` columns. Longer text stays as it is.
inline std::string padded(const std::string& text, std::size_t width) {
  return text + padding(text, width);
}

}  // namespace codag::harness
