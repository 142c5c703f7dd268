// Seeded stand-ins for the paper's seven columns, with the same statistics when compressed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "datasets/dataset.hpp"

namespace codag::datasets {

/// A column is generated in pieces of this many bytes, each from the seed and its own index: so
/// pieces are generated on all cores, and a shorter column is a prefix of a longer one.
inline constexpr std::size_t generator_piece_bytes = std::size_t{128} * 1024;

/// The manifest's column `name`, `bytes` long rounded down to whole elements, on `threads` threads
/// (0: all cores). The values depend on `name`, `bytes` and `seed` alone: not on the platform, nor
/// on `threads`. Throws bad_input if the manifest has no such column.
dataset generate(std::string_view name, std::uint64_t bytes, std::uint64_t seed,
                 unsigned threads = 0);

}  // namespace codag::datasets
