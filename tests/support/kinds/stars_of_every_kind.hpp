// Star queries over every kind of block of a format.
#pragma once

#include <string_view>
#include <vector>

#include "tests/support/kinds/tile_chunks.hpp"
#include "tests/support/star_on_host.hpp"

namespace codag::test {

/// As large a chunk as a whole column of them.
inline constexpr std::uint32_t star_chunk_bytes = 1 << 16;

/// Each is the sum of a column, which has a format of its own: gpu_for, gpu_dfor or gpu_rfor.
inline std::vector<star> stars_of_every_kind(std::string_view codec) {
  std::vector<star> stars;
  for (const stored_values& values : tile_values(codec, 32)) {
    const std::vector<std::int32_t> column(values.begin(), values.end());
    stars.push_back({.steps = {{query::role::select, query::any_value, 0, codec, column},
                               {query::role::add, {}, 0, codec, column}},
                     .dimensions = {},
                     .group_count = 1});
  }
  return stars;
}

}  // namespace codag::test
