// TC2 and TC2_symbols: the first column of an edge list sorted by user. A user's id occurs once per
// friend.
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

void fill_tc2_symbols(random& r, std::uint64_t, std::span<std::uint64_t> values) {
  // The graph is cut into parts of so few users that an id takes one byte as a varint.
  constexpr std::uint64_t users = 127;
  // Parts of the list are like others just before them, which Deflate finds.
  constexpr std::size_t nearest = 62, farthest = 65;
  std::uint64_t user = 0;
  std::uint64_t least_friends = 3;
  std::size_t count = 0;
  const auto put = [&](std::uint64_t v) {
    if (count < values.size()) values[count++] = v;
  };
  const auto continues = [&](std::size_t i) { return values[i] == values[i - 1]; };
  while (count < values.size()) {
    if (count > farthest && r.chance(555)) {
      std::size_t from = count - r.between(nearest, farthest);
      while (from + 1 < count && continues(from)) ++from;  // a copy begins with a user
      for (std::uint64_t n = r.between(30, 57); n > 0 && count < values.size(); --n)
        put(values[from++]);
      while (from < count && continues(from)) put(values[from++]);  // and ends with a whole one
      user = values[count - 1];
      least_friends = continues(count - 1) ? 3 : 4;
      continue;
    }
    for (std::uint64_t n = r.between(2, 4); n > 0; --n) {
      if (r.chance(300)) {
        // Four users with one friend each are a run in RLE v1, and a delta in RLE v2.
        for (std::uint64_t u = 4; u > 0; --u) put(user = (user + 1) % users);
        least_friends = 4;  // for RLE v1's run takes the first of them, and needs three more
        continue;
      }
      user = (user + 1) % users;
      for (std::uint64_t friends = r.chance(540) ? 4 : r.between(least_friends, 6); friends > 0;
           --friends)
        put(user);
      least_friends = 3;
    }
  }
}

}  // namespace codag::datasets
