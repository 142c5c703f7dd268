// Planner, as far as "Tile-based Lightweight Integer Compression in GPU" defines it (Shanbhag et
// al., SIGMOD 2022, section 9.4): of byte-aligned schemes the one that makes a column the smallest.
// As a codec, it chooses per chunk, and the chunk says which it is. The format is described in
// format.md.
#pragma once

#include <array>
#include <string_view>

#include "codag/codec.hpp"

namespace codag::planner {

/// The schemes, in the order of their numbers.
inline constexpr std::array<std::string_view, 4> scheme_names{"none", "nsf", "nsv", "rle"};

/// The codec for the registry.
codec row();

}  // namespace codag::planner
