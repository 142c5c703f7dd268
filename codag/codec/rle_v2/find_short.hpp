// Looks for the beginning of a short symbol in the middle of a chunk.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/codec/rle_v2/lane_headers.hpp"
#include "codag/codec/rle_v2/next_headers.hpp"

namespace codag::rle_v2 {

/// Moves `in` on to where a symbol probably begins, after more than 20 short symbols that seem to
/// follow one another. If there are no such symbols, it leaves `in` where it is and returns false.
/// Collective over the warp.
///
/// If the first of them is none, it and those after it soon lead into a long symbol, or to where a
/// symbol begins: then the others are right. Packed values may look like many short repeats, but
/// seldom like fixed deltas, too.
template <class Warp, class Window>
CODAG_DEVICE bool find_short(const Warp& warp, Window& in, std::uint32_t window_bytes,
                             next_headers& headers) {
  // As many as a window has of the longest ones.
  constexpr std::uint32_t enough = lane_headers::window_bytes / lane_headers::most_bytes;
  const std::uint32_t begin = in.position();
  in.look(window_bytes);
  const std::uint32_t after = headers.after_twelve(warp, in);
  for (unsigned lanes = warp.ballot(after != 0); lanes != 0;) {
    const std::uint32_t place = warp.shuffle(after, lowest_bit(lanes));
    in.seek(begin + 8 * place);
    in.look(window_bytes);
    std::uint32_t first = 0, end = 0;
    const std::uint32_t count = headers.find(warp, in, first, end);
    const bool is_delta = warp.rank() < count && in.next_bytes().byte(first) >= 0x80;
    if (count >= enough && warp.any(is_delta)) {
      in.seek(in.position() + 8 * warp.shuffle(end, enough - 1));
      return true;
    }
    lanes &= ~warp.ballot(after == place);
  }
  in.seek(begin);
  return false;
}

}  // namespace codag::rle_v2
