// Where a tile's values belong, and which of them each thread of a group holds.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"

namespace codag {

/// The place of a tile in its column, for a group of `threads` threads of which each holds
/// `consecutive` values in a row, and then the next ones `threads * consecutive` values further on.
template <unsigned threads, unsigned consecutive_values>
struct tile_place {
  static constexpr unsigned consecutive = consecutive_values;
  /// How many values a tile has if each thread holds `items`.
  template <unsigned items>
  static constexpr std::uint32_t values = items * threads;

  std::uint64_t out_offset;  ///< of the chunk's uncompressed bytes in the column
  std::uint32_t begin;       ///< the tile's first value, counted from the chunk's
  std::uint32_t valid;  ///< the chunk's values from there on; there may be more than the tile's

  /// The number, in the tile, of the value that the thread `rank` has as item `i`.
  static CODAG_DEVICE constexpr std::uint32_t index(unsigned rank, unsigned i) {
    return (i / consecutive * threads + rank) * consecutive + i % consecutive;
  }
  /// Whether that value is the chunk's.
  CODAG_DEVICE constexpr bool has(unsigned rank, unsigned i) const {
    return index(rank, i) < valid;
  }
};

}  // namespace codag
