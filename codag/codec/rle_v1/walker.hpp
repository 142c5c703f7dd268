// Finds the symbols of an rle_v1 chunk without decoding their values.
#pragma once

#include <cstdint>

#include "codag/bits.hpp"
#include "codag/codec/integer/varint.hpp"
#include "codag/codec/lanes/attempts.hpp"
#include "codag/codec/lanes/byte_choice.hpp"
#include "codag/codec/lanes/varint_ends.hpp"
#include "codag/codec/lanes/word_varint.hpp"
#include "codag/codec/rle_v1/rle_v1.hpp"
#include "codag/simt/simt.hpp"
#include "codag/stream/next_bytes.hpp"

namespace codag::rle_v1 {

/// A symbol_walker (see the concept) for elements of any width. Runs are found up to 32 at once, as
/// wide_lanes finds them. A group of literals ends where enough bytes below 0x80 have been counted.
class walker {
 public:
  struct scratch {
    varint_ends ends;
  };
  static constexpr std::uint32_t full_group = 1 + max_literals;  ///< its bytes, if all varints are
                                                                 ///< one byte long
  static constexpr std::uint32_t groups_at_once = 4;
  static constexpr std::uint32_t window_bytes = groups_at_once * full_group;
  static_assert(window_bytes >= varint_ends::window_bytes + 2 + integer::max_varint_bytes);

  template <class Warp, class Window, class Reached>
  static CODAG_DEVICE void walk(const Warp& warp, Window& in, scratch& shared,
                                const Reached& reached) {
    const byte_choice choice(warp.rank());
    attempts tries;
    bool long_varints = false;  // whether the last group had varints of several bytes
    std::uint32_t values = 0;
    do {
      in.look(window_bytes);
      const next_bytes window = in.next_bytes();
      const std::uint32_t header = window.byte(0);
      if (header >= 0x80) {
        const std::uint32_t length = 0x100 - header;
        std::uint32_t groups = 0;
        // Two headers are looked at before all of their literals are.
        if (!long_varints && length == max_literals && window.byte(full_group) == header)
          groups = full_groups(warp, window);
        if (groups > 0) {
          in.seek(in.position() + 8 * groups * full_group);
          values += groups * max_literals;
        } else {
          long_varints = long_varints || !has_one_byte_varints(warp, window, length);
          if (long_varints)
            long_varints = skip_literals(warp, in, length);
          else
            in.seek(in.position() + 8 * (1 + length));
          values += length;
        }
      } else if (tries.due()) {
        const unsigned found = runs(warp, in, window, choice, shared, values);
        tries.note(found >= worth_a_window);
        if (found == 0) return;
      } else {
        std::uint32_t bytes[3];
        window.words(2, bytes);
        in.seek(in.position() + 8 * (2 + varint_length(bytes)));
        values += header + min_run;
      }
    } while (reached(in.position(), values));
  }

 private:
  /// A window costs as much as a few runs that are found one by one.
  static constexpr unsigned worth_a_window = 4;

  /// How many full groups of one-byte varints the window begins with: all that it looks at, or 0.
  template <class Warp>
  static CODAG_DEVICE std::uint32_t full_groups(const Warp& warp, const next_bytes& window) {
    static_assert(max_literals == 4 * simt::warp_size, "a group is a word per lane");
    const std::uint32_t header = window.byte(full_group * (warp.rank() % groups_at_once));
    std::uint32_t all = 0;
    for (std::uint32_t g = 0; g < groups_at_once; ++g)
      all |= window.word(g * full_group + 1 + 4 * warp.rank());
    const bool full = header == 0x100 - max_literals && (all & high_bits) == 0;
    return warp.all(full) ? groups_at_once : 0;
  }

  /// Whether the `length` varints after a header have one byte each.
  template <class Warp>
  static CODAG_DEVICE bool has_one_byte_varints(const Warp& warp, const next_bytes& window,
                                                std::uint32_t length) {
    const std::uint32_t first = 4 * warp.rank();
    std::uint32_t own = window.word(1 + first);
    if (first + 4 > length) own &= first >= length ? 0 : (1u << 8 * (length - first)) - 1;
    return !warp.any((own & high_bits) != 0);
  }

  /// Moves past a header and `length` varints of any length. Returns whether they have more bytes
  /// than varints.
  template <class Warp, class Window>
  static CODAG_DEVICE bool skip_literals(const Warp& warp, Window& in, std::uint32_t length) {
    constexpr unsigned rows = 4;
    const std::uint32_t lane = warp.rank();
    const std::uint32_t up_to_mine = ~std::uint32_t{0} >> (31 - lane);
    const std::uint32_t shortest = in.position() + 8 * (1 + length);
    in.seek(in.position() + 8);
    while (true) {
      in.look(rows * simt::warp_size);
      const next_bytes window = in.next_bytes();
      std::uint32_t ends[rows];
      for (unsigned k = 0; k < rows; ++k)
        ends[k] = warp.ballot(window.byte(k * simt::warp_size + lane) < 0x80);
      std::uint32_t before = 0, last_row = 0, row_begin = 0, rank = 0;
      for (unsigned k = 0; k < rows; ++k) {
        const std::uint32_t count = popcount(ends[k]);
        if (before < length && before + count >= length) {
          last_row = ends[k];
          row_begin = k * simt::warp_size;
          rank = length - before;
        }
        before += count;
      }
      if (before >= length) {
        // The lane of the last varint's last byte: so many ends are in its row up to it.
        const unsigned last = warp.first_of(warp.ballot(popcount(last_row & up_to_mine) == rank));
        in.seek(in.position() + 8 * (row_begin + last + 1));
        return in.position() != shortest;
      }
      length -= before;
      in.seek(in.position() + 8 * rows * simt::warp_size);
      // Past the chunk's end there are zeros, which are ends.
    }
  }

  /// Finds runs from the position on, moves past them and adds their values. Returns how many.
  template <class Warp, class Window>
  static CODAG_DEVICE unsigned runs(const Warp& warp, Window& in, const next_bytes& window,
                                    const byte_choice& choice, scratch& shared,
                                    std::uint32_t& values) {
    const std::uint8_t* ends = shared.ends.places;
    const std::uint32_t total = shared.ends.find(warp, window, choice).total;
    // All ends are written before any lane reads those of others.
    warp.sync();
    // Lane k's run begins after end 3k - 1, if all before it have a delta that is not negative.
    const std::uint32_t lane = warp.rank();
    const std::uint32_t begin = lane == 0 ? 0 : ends[3 * lane - 1] + 1u;
    const std::uint32_t head = window.word(begin);
    const bool falling = (head & 0x8000) != 0;
    const std::uint32_t last = 3 * lane + (falling ? 1 : 2);
    const std::uint32_t end = ends[last] + 1u;
    const bool run = (head & 0x80) == 0 && last < total && end <= in.bytes_left();
    const unsigned right = warp.ballot(run);
    std::uint32_t count = warp.first_of(~warp.ballot(run && !falling));
    if (count < simt::warp_size && (right >> count & 1) != 0) ++count;
    // Every lane has read the ends, which the next window replaces.
    warp.sync();
    if (count == 0) return 0;
    values += warp.reduce(lane < count ? (head & 0xff) + min_run : 0);
    in.seek(in.position() + 8 * warp.shuffle(end, count - 1));
    return count;
  }
};

}  // namespace codag::rle_v1
