// Parts: what a variant is made of, by name. An ablation changes one of them.
#pragma once

#include <cstddef>
#include <string_view>

namespace codag {

/// One part of a variant, as its kernel declares it: {"decoding", "all_threads"}.
struct part {
  std::string_view key;
  std::string_view value;
};

/// The values of some parts joined by "/": "warp_per_chunk/all_threads/shared". Made at compile
/// time, so that a kernel's name is a constant; at most 95 characters.
struct joined_parts {
  char text[96] = {};

  template <class Parts>
  constexpr joined_parts(const Parts& parts, std::size_t count) {
    std::size_t end = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (i > 0) text[end++] = '/';
      for (const char c : parts[i].value) text[end++] = c;
    }
  }
};

}  // namespace codag
