// A group of literals whose varints have one byte or two. The elements have one byte.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/codec/lanes/byte_choice.hpp"
#include "codag/codec/lanes/unfinished_word.hpp"
#include "codag/codec/rle_v1/lane_literals.hpp"
#include "codag/codec/rle_v1/rle_v1.hpp"
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

  const std::uint32_t late = newest.late(), word_end = late + length;
  const std::uint32_t first_four = own.first_four();
  const lane_words words(own, rank, late, warp.shuffle_down(first_four, 1));
  out.begin_batch(length);
  // The word of `last`, and the one before it.
  const auto places = newest.words(out);
  const auto at = static_cast<std::int32_t>((late + words.last_at) / 4) - 1;
  if (words.any && words.last_at + 4 <= length) places.put(at, words.last);
  if (words.two && words.first_at + 4 <= length) places.put(at - 1, words.first);
  // Lane 0 has the literals of the word that is not finished yet.
  const std::uint32_t word_0 = first_four << 8 * late;
  if (lane == 0 && late != 0 && word_end >= 4) newest.store_first(out, word_0);
  std::uint32_t last = 0;
  if (word_end < 4) {
    last = warp.broadcast(word_0, 0);
  } else if (const std::uint32_t rest = word_end & 3; rest != 0) {
    // A lane has the word that begins with the last literals.
    const bool first = words.two && words.first_at == length - rest;
    const bool mine = first || (words.any && words.last_at == length - rest);
    last = warp.shuffle(first ? words.first : words.last, lowest_bit(warp.ballot(mine)));
  }
  newest.end_batch(out, length, last);
  return end;
}

}  // namespace codag::rle_v1::two_byte_varints
