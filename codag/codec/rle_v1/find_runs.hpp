// Looks for the beginning of a run in the middle of a chunk.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/codec/rle_v1/high_bytes.hpp"
#include "codag/simt/simt.hpp"
#include "codag/stream/next_bytes.hpp"

namespace codag::rle_v1 {

/// Moves `in` on to where a run probably begins, if the next bytes look like runs whose varints
/// have several bytes each. If not, it does nothing and returns false. Collective over the warp.
///
/// A run has three bytes that may end a varint: its header, its delta unless that is negative, and
/// its last byte. Only the last one follows a byte whose high bit is set, and the header after it
/// has no high bit. In literals, fewer or more of these bytes follow a high bit, or varints of
/// several bytes follow one another.
template <class Warp, class Window>
CODAG_DEVICE bool find_runs(const Warp& warp, Window& in, std::uint32_t window_bytes) {
  const std::uint32_t lane = warp.rank();
  const high_bytes high(in.next_bytes(), lane, bytes_among(in, window_bytes));
  const std::uint32_t lower = warp.shuffle_up(high.flags(), 1);
  const std::uint32_t upper = warp.shuffle_down(high.flags(), 1);
  const std::uint32_t after_high = high.flags() << 1 | (lane == 0 ? 0 : lower >> 31);
  const std::uint32_t before_high =
      high.flags() >> 1 | (lane == simt::warp_size - 1 ? 0 : upper << 31);
  const std::uint32_t lasts = high.ends() & after_high;
  // A literal may end like a run. If another long one follows it, that begins with a high bit.
  const std::uint32_t before_runs = lasts & ~before_high;
  const unsigned lanes = warp.ballot(before_runs != 0);
  if (lanes == 0) return false;
  const std::uint32_t first = high.place(before_runs == 0 ? 0 : lowest_bit(before_runs) + 1);
  const std::uint32_t begin = warp.shuffle(first, lowest_bit(lanes));

  // Three sums in a word. No window has more ends than an eleventh bit can count.
  const std::uint32_t from_there = ~high.before(begin);
  const std::uint32_t sums =
      warp.reduce(popcount(high.ends() & from_there) | popcount(lasts & from_there) << 11 |
                  popcount(lasts & before_high & from_there) << 22);
  static_assert(simt::warp_size * high_bytes::bytes_per_lane < 1u << 11);
  const std::uint32_t ends = sums & 0x7ff, runs = sums >> 11 & 0x7ff, wrong = sums >> 22;
  constexpr std::uint32_t least_runs = 16;
  // Half of the runs may have varints of one byte, if literals are few.
  if (runs < least_runs || ends < 2 * runs || ends > 6 * runs) return false;
  if (wrong * (ends > 4 * runs ? 16 : 8) > runs) return false;
  in.seek(in.position() + 8 * begin);
  return true;
}

}  // namespace codag::rle_v1
