// Text of a fixed width.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>

namespace codag::harness {

/// `text` with spaces after it, up to `width` columns. Longer text stays as it is.
inline std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(text.size(), width), ' ');
  return text;
}

}  // namespace codag::harness
