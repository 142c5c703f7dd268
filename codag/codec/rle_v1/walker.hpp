// Finds the symbols of an rle_v1 chunk without decoding their values.
#pragma once

#include <cstdint>

#include "codag/bits.hpp"
#include "codag/codec/integer/varint.hpp"
#include "codag/codec/lanes/attempts.hpp"
#include "codag/codec/lanes/byte_choice.hpp"
#include "codag/codec/lanes/seek_bytes.hpp"
#include "codag/codec/lanes/varint_ends.hpp"
#include "codag/codec/lanes/word_varint.hpp"
#include "codag/codec/rle_v1/find_runs.hpp"
#include "codag/codec/rle_v1/rle_v1.hpp"
#include "codag/codec/rle_v1/run_headers.hpp"
#include "codag/codec/rle_v1/walk_by_lanes.hpp"
#include "codag/codec/rle_v1/walk_full_groups.hpp"
#include "codag/simt/simt.hpp"
#include "codag/stream/next_bytes.hpp"
#include "codag/stream/shared_window.hpp"

namespace codag::rle_v1 {

/// A symbol_walker (see the concept) for elements of any width. Runs are found up to 32 at once, as
/// in wide_lanes. Where literals have one byte each, every lane walks over a share of the symbols.
/// Other groups end where enough bytes below 0x80 have been counted, several full ones at once.
class walker {
 public:
  struct scratch {
    varint_ends ends;
  };
  /// On an H100, 3 was 2 % slower on TPC (64 MiB in chunks of 128 KiB).
  static constexpr std::uint32_t pieces_per_warp = 2;
  static constexpr std::uint32_t least_section_bytes = 1024;
  /// On an H100, 4 were 16 % slower on MC3 (64 MiB in chunks of 128 KiB), and equal on MC0.
  static constexpr std::uint32_t warps_of_one_walk = 6;
  /// All that a window shows.
  static constexpr std::uint32_t window_bytes = most_window_bytes;
  static_assert(window_bytes >= varint_ends::window_bytes + 2 + integer::max_varint_bytes);

  template <class Warp, class Window, class Reached>
  static CODAG_DEVICE void walk(const Warp& warp, Window& in, scratch& shared,
                                std::uint32_t piece_values, const Reached& reached) {
    const low_byte_choice choice(warp.rank());
    attempts many_runs, one_byte_literals, more_groups;
    std::uint32_t values = 0, reported = 0;
    do {
      reported = values;
      do {
        in.look(window_bytes);
        const next_bytes window = in.next_bytes();
        const std::uint32_t header = window.byte(0);
        if (header < 0x80 && many_runs.due()) {
          const unsigned found = runs(warp, in, window, choice, shared, values);
          many_runs.note(found >= worth_a_window);
          if (found == 0) return;
          continue;
        }
        const std::uint32_t wanted = reported + piece_values - values;
        if (one_byte_literals.due()) {
          const bool found = walk_by_lanes(warp, in, window_bytes, wanted, values, more_groups);
          one_byte_literals.note(found);
          if (found) continue;
        }
        if (header == full_header && walk_full_groups(warp, in, window_bytes, wanted, values))
          continue;
        if (header >= 0x80) {
          skip_literals(warp, in, 0x100 - header);
          values += 0x100 - header;
        } else {
          std::uint32_t bytes[3];
          window.words(2, bytes);
          in.seek(in.position() + 8 * (2 + varint_length(bytes)));
          values += header + min_run;
        }
      } while (values - reported < piece_values && in.bytes_left() > 0);
    } while (reached(in.position(), values));
  }

  /// Supposes that a run begins where find_runs() says. If there is none, it supposes that a full
  /// group of literals begins with the first byte of that value, if another one follows it. That is
  /// where the symbol is.
  template <class Warp, class Window>
  static CODAG_DEVICE bool find_symbol(const Warp& warp, Window& in, scratch& /*shared*/,
                                       std::uint32_t bytes) {
    const std::uint32_t end = in.position() + 8 * bytes;
    in.look(window_bytes);
    if (find_runs(warp, in, window_bytes)) return true;
    const auto is_full = [](std::uint32_t word) { return (word & 0xff) == full_header; };
    while (seek_bytes(warp, in, end, is_full)) {
      skip_literals(warp, in, max_literals);
      in.look(1);
      if (in.has(1) && is_full(in.next_bytes().byte(0))) return true;
    }
    return false;
  }

 private:
  /// A window costs as much as a few runs that are found one by one.
  static constexpr unsigned worth_a_window = 4;

  /// Moves past a header and `length` varints of any length.
  template <class Warp, class Window>
  static CODAG_DEVICE void skip_literals(const Warp& warp, Window& in, std::uint32_t length) {
    constexpr unsigned rows = 4;
    const std::uint32_t lane = warp.rank();
    const std::uint32_t up_to_mine = ~std::uint32_t{0} >> (31 - lane);
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
        return;
      }
      length -= before;
      in.seek(in.position() + 8 * rows * simt::warp_size);
      // Past the chunk's end there are zeros, which are ends.
    }
  }

  /// Finds runs from the position on, moves past them and adds their values. Returns how many.
  template <class Warp, class Window>
  static CODAG_DEVICE unsigned runs(const Warp& warp, Window& in, const next_bytes& window,
                                    const low_byte_choice& choice, scratch& shared,
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
    const std::uint32_t count = run_headers::right(warp, run, falling);
    // Every lane has read the ends, which the next window replaces.
    warp.sync();
    if (count == 0) return 0;
    values += warp.reduce(lane < count ? (head & 0xff) + min_run : 0);
    in.seek(in.position() + 8 * warp.shuffle(end, count - 1));
    return count;
  }
};

}  // namespace codag::rle_v1
