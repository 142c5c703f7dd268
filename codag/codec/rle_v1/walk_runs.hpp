// Walks over the runs of a window: each lane over those that begin in its bytes.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/codec/rle_v1/high_bytes.hpp"
#include "codag/codec/rle_v1/rle_v1.hpp"
#include "codag/simt/simt.hpp"
#include "codag/stream/next_bytes.hpp"

namespace codag::rle_v1 {

/// Moves `in` past the next runs, until they have `wanted` values or a few more, and adds those to
/// `values`. Looks at `window_bytes` bytes. If it finds none, it does nothing and returns false.
/// Collective over the warp.
///
/// A run has three bytes that may end a varint: its header, its delta unless that is negative, and
/// its last byte. So if the window has runs and no negative deltas, every third end is a header,
/// with ends before and after it. Where that is not so, the walk stops.
template <class Warp, class Window>
CODAG_DEVICE bool walk_runs(const Warp& warp, Window& in, std::uint32_t window_bytes,
                            std::uint32_t wanted, std::uint32_t& values) {
  const next_bytes window = in.next_bytes();
  const std::uint32_t lane = warp.rank(), limit = bytes_among(in, window_bytes);
  const high_bytes high(window, lane, limit);
  std::uint32_t all_ends;
  const std::uint32_t ends_before = warp.exclusive_sum(popcount(high.ends()), all_ends);
  std::uint32_t lower = warp.shuffle_up(high.flags(), 1);
  std::uint32_t upper = warp.shuffle_down(high.flags(), 1);
  if (lane == 0) lower = 0;
  if (lane == simt::warp_size - 1) upper = 0;
  const std::uint32_t stops =
      funnel_shift_right(lower, high.flags(), 31) | funnel_shift_right(high.flags(), upper, 1);

  // The lane's headers: those of the runs that begin among its bytes.
  const auto without_first = [](std::uint32_t bits) { return bits & (bits - 1); };
  std::uint32_t left = high.ends();
  const std::uint32_t of_run = ends_before % 3;  // how many ends of a run are before these
  if (of_run != 0) left = without_first(left);
  if (of_run == 1) left = without_first(left);
  const bool begins = left != 0;
  const unsigned first = begins ? lowest_bit(left) : 0;
  unsigned last = first;
  std::uint32_t length = 0, before_last = 0;  // the values of the last run, and of those before it
  CODAG_NO_UNROLL
  while (left != 0) {
    last = lowest_bit(left);
    before_last += length;
    length = 0;
    if ((stops >> last & 1) != 0) break;
    length = window.byte(high.place(last)) + min_run;
    left = without_first(without_first(without_first(left)));
  }
  const std::uint32_t sum = warp.inclusive_sum(before_last + length);
  const std::uint32_t values_before = sum - before_last - length;

  // The last run of all need not be whole, so the walk ends before it; or where a lane stops; or
  // before a lane's first run, if that is enough.
  const unsigned beginning = warp.ballot(begins), stopping = warp.ballot(left != 0);
  if (beginning == 0) return false;
  const unsigned end = stopping != 0 ? lowest_bit(stopping) : warp.last_of(beginning);
  const unsigned enough = beginning & low_bits(end) & warp.ballot(values_before >= wanted);
  std::uint32_t bytes, passed;
  if (enough != 0) {
    bytes = warp.shuffle(high.place(first), lowest_bit(enough));
    passed = warp.shuffle(values_before, lowest_bit(enough));
  } else if (stopping == 0 && in.bytes_left() == limit && all_ends % 3 == 0 &&
             window.byte(limit - 1) < 0x80) {
    bytes = limit;  // the last run of the chunk is whole
    passed = warp.shuffle(sum, simt::warp_size - 1);
  } else {
    // The bytes with high bits between the last end and what is no header begin literals.
    const std::uint32_t of_literals = leading_zeros(~funnel_shift_right(lower, high.flags(), last));
    bytes = warp.shuffle(high.place(last) - of_literals, end);
    passed = warp.shuffle(values_before + before_last, end);
  }
  if (bytes == 0) return false;
  in.seek(in.position() + 8 * bytes);
  values += passed;
  return true;
}

}  // namespace codag::rle_v1
