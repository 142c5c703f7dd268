// Walks over the symbols of a window: each lane over some of them.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/codec/lanes/attempts.hpp"
#include "codag/codec/lanes/equal_symbols.hpp"
#include "codag/codec/rle_v1/high_bytes.hpp"
#include "codag/codec/rle_v1/rle_v1.hpp"
#include "codag/codec/rle_v1/walk_full_groups.hpp"
#include "codag/stream/next_bytes.hpp"

namespace codag::rle_v1 {

/// Where a lane's walk has come to, from where it began.
struct lane_walk {
  /// More symbols are seldom between two groups of literals, except for runs, which other code
  /// finds faster.
  static constexpr unsigned most_symbols = 8;

  std::uint32_t at;          ///< the byte of the window
  std::uint32_t values = 0;  ///< of the symbols that it has passed
  std::uint32_t high = 0;    ///< the bytes of these symbols whose high bit is set

  /// Passes symbols from `begin` to `end`, as if each literal had one byte. It stops before a
  /// symbol that ends after `limit`, or whose varint has more than two bytes.
  CODAG_DEVICE lane_walk(const next_bytes& window, std::uint32_t begin, std::uint32_t end,
                         std::uint32_t limit)
      : at(begin) {
    CODAG_NO_UNROLL
    for (unsigned k = 0; k < most_symbols && at < end; ++k) {
      const std::uint32_t head = window.word(at), header = head & 0xff;
      const bool literals = header >= 0x80;
      const std::uint32_t two = head >> 23 & 1;  // a run's varint has two bytes, or more
      const std::uint32_t length = literals ? 0x100 - header : header + min_run;
      const std::uint32_t bytes = literals ? 1 + length : 3 + two;
      if (at + bytes > limit || (!literals && (two & head >> 31) != 0)) break;
      at += bytes;
      values += length;
      // A negative delta has a high bit, too.
      high += literals ? 1 : two + (head >> 15 & 1);
    }
  }
};

/// Moves `in` past the next symbols, until they have `wanted` values, and adds those to `values`.
/// Looks at `window_bytes` bytes, and supposes that each literal there has one byte. If not, it
/// does nothing and returns false. Collective over the warp.
///
/// Then nearly every byte whose high bit is set is the header of a group of literals. So each lane
/// walks from the first such byte of its own to that of another lane. If it does not come there,
/// then that byte was something else, and the walk ends there. The symbols explain how many bytes
/// have high bits. If there are more, a literal has more than one byte. If the window has only full
/// groups, it also passes up to 32 after it, when `more_groups` says so.
template <class Warp, class Window>
CODAG_DEVICE bool walk_by_lanes(const Warp& warp, Window& in, std::uint32_t window_bytes,
                                std::uint32_t wanted, std::uint32_t& values,
                                attempts& more_groups) {
  const next_bytes window = in.next_bytes();
  const std::uint32_t lane = warp.rank(), limit = bytes_among(in, window_bytes);
  const high_bytes high(window, lane, limit);

  std::uint32_t bytes, passed, explained, wanted_groups = 0;
  const std::uint32_t mine = full_group * lane;
  const unsigned groups =
      warp.first_of(~warp.ballot(mine + full_group <= limit && window.byte(mine) == full_header));
  if (groups > 0 && (groups + 1) * full_group > limit) {
    // Only full groups: their headers are where they have to be, so no lane walks.
    const std::uint32_t enough = groups_of(wanted), taken = groups < enough ? groups : enough;
    bytes = taken * full_group;
    passed = taken * max_literals;
    explained = lane < taken ? 1 : 0;
    wanted_groups = enough - taken;
  } else {
    const bool begins = lane == 0 || high.flags() != 0;
    const std::uint32_t begin = lane == 0 ? 0 : high.place(lowest_bit(high.flags()));
    const unsigned later = warp.ballot(begins) >> lane >> 1;
    const std::uint32_t next =
        warp.shuffle(begin, later == 0 ? lane : lane + 1 + lowest_bit(later));
    const std::uint32_t end = later == 0 ? limit : next;
    const lane_walk own(window, begin, begins ? end : begin, limit);
    // The first lane that does not come to the next one's begin has the last right walk.
    unsigned last = lowest_bit(warp.ballot(begins && (own.at != end || later == 0)));
    passed = warp.reduce(lane <= last ? own.values : 0);
    if (passed > wanted) {
      const std::uint32_t sum = warp.inclusive_sum(own.values);
      last = lowest_bit(warp.ballot(sum >= wanted));
      passed = warp.shuffle(sum, last);
    }
    bytes = warp.shuffle(own.at, last);
    explained = lane <= last ? own.high : 0;
  }
  const std::uint32_t counted = popcount(high.flags() & high.before(bytes));
  if (bytes == 0 || warp.reduce(counted - explained) != 0) return false;
  in.seek(in.position() + 8 * bytes);
  values += passed;
  if (wanted_groups > 0 && more_groups.due()) {
    // After a window of nothing else, the headers of full groups are enough. But to wait for them
    // costs more than another window.
    constexpr std::uint32_t worth_it = 8;
    const std::uint32_t next = equal_symbols(
        warp, in, full_group, [](std::uint32_t word) { return (word & 0xff) == full_header; });
    const std::uint32_t more = next < wanted_groups ? next : wanted_groups;
    more_groups.note(next >= worth_it);
    in.seek(in.position() + 8 * full_group * more);
    values += max_literals * more;
  }
  return true;
}

}  // namespace codag::rle_v1
