// TC2: the first column of an edge list sorted by user. A user's id occurs once per friend.
#include <cstddef>

#include "datasets/generator/columns.hpp"

namespace codag::datasets {

void fill_tc2(random& r, std::uint64_t block, std::span<std::uint64_t> values) {
  // The top bit of each id is set. Such an id takes 10 bytes as a varint, the most there are, which
  // gives the longest runs that the column's RLE v1 ratio allows.
  constexpr std::uint64_t tag = std::uint64_t{1} << 63;
  constexpr unsigned block_shift = 16;  // more ids than values in a block, so blocks are in order
  std::uint64_t user = tag + (block << block_shift);
  for (std::size_t i = 0; i < values.size(); ++user) {
    // Most users have few friends. RLE v2 has a shorter symbol for up to 10 equal values.
    const std::uint64_t friends = r.chance(650) ? r.between(3, 10) : r.between(11, 64);
    for (std::uint64_t n = friends; n > 0 && i < values.size(); --n) values[i++] = user;
  }
}

}  // namespace codag::datasets
