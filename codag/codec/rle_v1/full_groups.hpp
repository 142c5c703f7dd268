// Full groups of literals, one after another, whose varints have one byte or two. The elements have
// one byte.
#pragma once

#include <cstdint>

#include "codag/bits.hpp"
#include "codag/codec/lanes/byte_choice.hpp"
#include "codag/codec/rle_v1/lane_literals.hpp"
#include "codag/codec/rle_v1/rle_v1.hpp"
#include "codag/simt/simt.hpp"
#include "codag/stream/next_bytes.hpp"

namespace codag::rle_v1::full_groups {

inline constexpr std::uint32_t window_bytes = lane_bytes::window_bytes;
/// With this room, the group that a window begins in fits, and all that begin in it.
inline constexpr std::uint32_t least_room = window_bytes + max_literals;

/// Clears a header among the lane's bytes, because it is no varint's first byte. It follows the
/// lane's first `ends` ends; if that is 0, it is the first byte, or there is none. Returns whether
/// it is another header than that of a full group.
CODAG_DEVICE bool clear_header(lane_bytes& own, std::uint32_t ends, bool at_first) {
  const std::uint32_t place =
      ends == 0 ? (at_first ? 0 : lane_bytes::size) : own.end_place(ends - 1) + 1;
  // Both are 0 if the header is the first byte of the lane above.
  const std::uint32_t mask[2] = {shifted_left(0xff, 8 * place), shifted_left(0xff, 8 * place - 32)};
  std::uint32_t other = 0;
  for (unsigned k = 0; k < 2; ++k) {
    other |= (own.words[k] ^ high_bits) & mask[k];
    own.words[k] &= ~mask[k];
  }
  return other != 0;
}

/// Writes the literals from a header on, one window after another, as long as a window has nothing
/// but full groups of short varints. Returns how many literals of the last group are left, or -1 if
/// it wrote nothing. Collective over the warp.
///
/// A header has its high bit set, so it is no end. So the number of ends up to a byte says whether
/// a header follows.
template <class T, class Warp, class Window, class Output>
CODAG_DEVICE std::int32_t write(const Warp& warp, Window& in, Output& out,
                                const high_byte_choice& choice) {
  const std::uint32_t lane = warp.rank();
  bool first_window = true;
  std::uint32_t left = 0;     // literals before the next header
  std::uint32_t waiting = 0;  // the newest literals: those of no whole word are not written yet
  while (out.room() >= least_room) {
    in.look(window_bytes);
    if (!in.has(window_bytes)) break;
    const next_bytes window = in.next_bytes();
    lane_bytes bytes(warp, window, 0, choice);
    const std::uint32_t rank = bytes.rank();
    const std::uint32_t total = warp.broadcast(bytes.end_rank, simt::warp_size - 1);
    bool wrong = false;
    if (const std::uint32_t ends = (left - rank) % max_literals; ends <= bytes.count)
      wrong =
          clear_header(bytes, ends, lane == 0 || window.byte(lane_bytes::size * lane - 1) < 0x80);
    const std::uint32_t before = warp.shuffle_up(bytes.words[1], 1);
    const lane_literals<T> own(bytes, lane == 0 ? 0 : before);
    wrong = wrong || (own.too_large[0] | own.too_large[1]) != 0;
    if (warp.any(wrong)) break;

    out.begin_batch(total);
    const std::uint32_t late = (out.misalignment(4) + out.position()) & 3;
    const std::uint32_t first_four = own.first_four();
    const lane_words words(own, rank, late, warp.shuffle_down(first_four, 1));
    const auto places = out.template elements_at<std::uint32_t>(out.position() + words.last_at);
    if (words.any && words.last_at + 4 <= total) places.put(0, words.last);
    if (words.two) places.put(-1, words.first);
    if (late != 0 && lane == 0) {
      if (first_window) {
        const auto elements = out.template elements_at<std::uint8_t>(out.position());
        for (unsigned k = 0; k < 4 - late; ++k)
          elements.put(static_cast<std::int32_t>(k),
                       static_cast<std::uint8_t>(first_four >> 8 * k));
      } else {
        out.template elements_at<std::uint32_t>(out.position() - late)
            .put(0, funnel_shift_right(waiting, first_four, 0 - 8 * late));
      }
    }
    out.end_batch();
    first_window = false;
    waiting = warp.broadcast(own.words[1], simt::warp_size - 1);
    left = (left - total) % max_literals;
    // What follows the last end belongs to the next window: a header, a varint's first byte, both.
    const std::uint32_t last_ends = warp.broadcast(bytes.ends[1], simt::warp_size - 1);
    in.seek(in.position() + 8 * window_bytes - leading_zeros(last_ends));
  }
  if (first_window) return -1;
  const std::uint32_t late = (out.misalignment(4) + out.position()) & 3;
  if (lane < late)
    out.template elements_at<std::uint8_t>(out.position() - late)
        .put(static_cast<std::int32_t>(lane),
             static_cast<std::uint8_t>(waiting >> (32 - 8 * late + 8 * lane)));
  return static_cast<std::int32_t>(left);
}

}  // namespace codag::rle_v1::full_groups
