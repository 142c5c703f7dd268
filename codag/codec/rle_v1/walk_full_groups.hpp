// Walks over full groups of literals, several at once.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/codec/rle_v1/high_bytes.hpp"
#include "codag/codec/rle_v1/rle_v1.hpp"
#include "codag/stream/next_bytes.hpp"

namespace codag::rle_v1 {

/// The full groups that have so many values, or a few more.
CODAG_DEVICE std::uint32_t groups_of(std::uint32_t values) {
  return (values + max_literals - 1) / max_literals;
}

/// Moves `in` past full groups of literals, one or more, until they have `wanted` values, and adds
/// those to `values`. The first header is that of one; varints may have any length. Looks at
/// `window_bytes` bytes. If no group ends in these, it does nothing and returns false. Collective
/// over the warp.
///
/// A header of literals has its high bit set, so it is no end of a varint. So a group ends with
/// every 128th end.
template <class Warp, class Window>
CODAG_DEVICE bool walk_full_groups(const Warp& warp, Window& in, std::uint32_t window_bytes,
                                   std::uint32_t wanted, std::uint32_t& values) {
  static_assert(high_bytes::bytes_per_lane < max_literals,
                "at most one group ends in a lane's bytes");
  const next_bytes window = in.next_bytes();
  const std::uint32_t limit = bytes_among(in, window_bytes);
  const high_bytes high(window, warp.rank(), limit);
  const std::uint32_t count = popcount(high.ends()), ends = warp.inclusive_sum(count);
  const std::uint32_t group = ends / max_literals, before = ends - count;
  const bool has_end = group > before / max_literals && group <= groups_of(wanted);
  const unsigned group_ends = warp.ballot(has_end);
  if (group_ends == 0) return false;
  // Lanes in which no group ends compute something else, which is not used.
  const unsigned last_end = nth_set_bit(high.ends(), (group * max_literals - before - 1) % 32);
  const std::uint32_t end = high.place(last_end + 1);
  // The groups go on as long as each is followed by the header of a full one.
  const bool more = end < limit && window.byte(has_end ? end : 0) == full_header;
  const unsigned stops = warp.ballot(has_end && !more);
  const unsigned last = stops != 0 ? lowest_bit(stops) : warp.last_of(group_ends);
  in.seek(in.position() + 8 * warp.shuffle(end, last));
  values += max_literals * warp.shuffle(group, last);
  return true;
}

}  // namespace codag::rle_v1
