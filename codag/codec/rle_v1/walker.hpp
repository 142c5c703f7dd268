// Finds the symbols of an rle_v1 chunk without decoding their values.
#pragma once

#include <cstdint>

#include "codag/bits.hpp"
#include "codag/codec/integer/varint.hpp"
#include "codag/codec/lanes/attempts.hpp"
#include "codag/codec/lanes/seek_bytes.hpp"
#include "codag/codec/lanes/word_varint.hpp"
#include "codag/codec/rle_v1/find_runs.hpp"
#include "codag/codec/rle_v1/rle_v1.hpp"
#include "codag/codec/rle_v1/walk_by_lanes.hpp"
#include "codag/codec/rle_v1/walk_full_groups.hpp"
#include "codag/codec/rle_v1/walk_runs.hpp"
#include "codag/simt/simt.hpp"
#include "codag/stream/next_bytes.hpp"
#include "codag/stream/shared_window.hpp"

namespace codag::rle_v1 {

/// A symbol_walker (see the concept) for elements of any width. Each lane passes the runs among its
/// bytes of a window; where literals have one byte each, it passes the symbols among these bytes.
/// Other groups end where enough bytes below 0x80 have been counted, several full ones at once.
class walker {
 public:
  /// It needs no shared memory but the window, and keeps nothing.
  struct scratch {};
  template <class Warp>
  static CODAG_DEVICE void forget(const Warp& /*warp*/, scratch& /*shared*/) {}

  /// Looking at a window takes as long for this many bytes as for more.
  static constexpr std::uint32_t least_section_bytes = 256;
  static constexpr std::uint32_t bytes_before_section = 0;
  /// All that a window shows.
  static constexpr std::uint32_t window_bytes = most_window_bytes;

  template <class Warp, class Window, class Reached>
  static CODAG_DEVICE void walk(const Warp& warp, Window& in, scratch& /*shared*/,
                                std::uint32_t section_values, const Reached& reached) {
    attempts many_runs, one_byte_literals, more_groups;
    std::uint32_t values = 0, reported = 0;
    do {
      reported = values;
      do {
        in.look(window_bytes);
        const next_bytes window = in.next_bytes();
        const std::uint32_t header = window.byte(0);
        const std::uint32_t wanted = reported + section_values - values;
        if (header < 0x80 && many_runs.due()) {
          const bool found = walk_runs(warp, in, window_bytes, wanted, values);
          many_runs.note(found);
          if (found) continue;
        }
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
      } while (values - reported < section_values && in.bytes_left() > 0);
    } while (reached(in.position(), values));
  }

  /// Supposes that a run begins where find_runs() says. If it finds none, looks for the header byte
  /// of a full group of literals with another such byte after the group, and supposes that a symbol
  /// begins with the second one.
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
};

}  // namespace codag::rle_v1
