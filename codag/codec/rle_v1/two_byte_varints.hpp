// A group of literals whose varints have one byte or two. The elements have one byte.
#pragma once

#include <cstdint>

#include "codag/bits.hpp"
#include "codag/codec/lanes/byte_choice.hpp"
#include "codag/codec/lanes/unfinished_word.hpp"
#include "codag/codec/rle_v1/lane_literals.hpp"
#include "codag/codec/rle_v1/rle_v1.hpp"
#include "codag/simt/simt.hpp"
#include "codag/stream/next_bytes.hpp"

namespace codag::rle_v1::two_byte_varints {

static_assert(lane_bytes::window_bytes == 2 * max_literals, "a window has a whole group");

/// Writes the next `length` literals, at most those of a group, which begin at byte `begin` of the
/// window. They fit. Returns the byte that they end before, or writes nothing and returns 0.
/// Collective over the warp.
template <class T, class Warp, class Window, class Output>
CODAG_DEVICE std::uint32_t write(const Warp& warp, const Window& in, Output& out,
                                 unfinished_word& newest, std::uint32_t begin, std::uint32_t length,
                                 const high_byte_choice& choice) {
  const next_bytes window = in.next_bytes();
  const std::uint32_t lane = warp.rank();
  const lane_bytes bytes(warp, window, begin, choice);
  const std::uint32_t before = lane == 0 ? 0 : window.byte(begin + lane_bytes::size * lane - 1);
  const lane_literals<T> own(bytes, before << 24);
  // How many of this lane's bytes belong to the literals.
  const std::uint32_t rank = bytes.rank();
  std::uint32_t used = rank < length ? lane_bytes::size : 0;
  if (rank < length && length <= bytes.end_rank) used = bytes.end_place(length - rank - 1) + 1;
  const std::uint32_t in_high = used < 4 ? 0 : used - 4;
  const bool too_large = ((own.too_large[0] & ~shifted_left(~0u, 8 * used)) |
                          (own.too_large[1] & ~shifted_left(~0u, 8 * in_high))) != 0;
  if (warp.any(too_large)) return 0;
  // Shorter varints all end in the window.
  const unsigned last_lane = lowest_bit(warp.ballot(bytes.end_rank >= length));
  const std::uint32_t end = begin + lane_bytes::size * last_lane + warp.shuffle(used, last_lane);
  if (!in.has(end)) return 0;

  write_literals(
      warp, out, newest, own, rank, length, [&](const lane_words& words, std::uint32_t from) {
        const bool first = words.two && words.first_at == from;
        const bool mine = first || (words.any && words.last_at == from);
        return warp.shuffle(first ? words.first : words.last, lowest_bit(warp.ballot(mine)));
      });
  return end;
}

}  // namespace codag::rle_v1::two_byte_varints
