// Finds the symbols of a window, whether they are runs or groups of literals.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/codec/integer/device_varint.hpp"
#include "codag/codec/integer/varint.hpp"
#include "codag/codec/lanes/byte_choice.hpp"
#include "codag/codec/lanes/header_chain.hpp"
#include "codag/codec/lanes/varint_ends.hpp"
#include "codag/codec/rle_v1/rle_v1.hpp"
#include "codag/stream/next_bytes.hpp"

namespace codag::rle_v1 {

/// Where a symbol ends depends on where varints end: a run after the first end behind its delta, a
/// group of n literals after the n-th end behind its header. So each lane computes, for each of its
/// bytes of a window, where a symbol would end that began there, and a header_chain follows these.
/// In shared memory.
class symbol_chain {
 public:
  /// All places of the chain, and what a lane reads of the last symbol.
  static constexpr std::uint32_t window_bytes =
      header_chain::window_places + 2 + integer::max_varint_bytes;
  static_assert(header_chain::window_places == varint_ends::window_bytes &&
                header_chain::places_per_lane == lane_varint_ends::bytes_per_lane);

  /// A lane's symbol.
  struct symbol {
    std::uint32_t begin, end;  ///< its bytes of the window; both 0 if the lane has none
    std::uint32_t head;        ///< its header, and the three bytes after that
    bool run;                  ///< if not, a group of literals
    std::uint32_t length;      ///< its values
  };
  /// Finds up to 32 symbols that the chunk has whole: lane k has the k-th. Returns how many.
  /// Collective over the warp. Before the next call, there is a barrier.
  template <class Warp, class Window>
  CODAG_DEVICE std::uint32_t find(const Warp& warp, const Window& in, const low_byte_choice& choice,
                                  symbol& mine) {
    const next_bytes window = in.next_bytes();
    const lane_varint_ends own_ends = ends_.find(warp, window, choice);
    // All ends are there before a lane looks for those behind its bytes.
    warp.sync();
    header_chain::notes_of_lane notes = {0, 0};
    note(warp, notes, own_ends);
    const std::uint32_t count = chain_.follow(warp, notes, mine.begin, mine.end,
                                              [&](std::uint32_t at) { return in.has(at); });
    mine.head = window.word(mine.begin);
    mine.run = (mine.head & 0x80) == 0;
    mine.length = mine.run ? (mine.head & 0xff) + min_run : 0x100 - (mine.head & 0xff);
    return count;
  }

  /// The place of the window's i-th byte below 0x80: a varint may end there.
  [[nodiscard]] CODAG_DEVICE std::uint32_t varint_end(std::uint32_t i) const {
    return ends_.places[i];
  }
  /// How many of them a symbol has.
  static CODAG_DEVICE std::uint32_t varint_ends_of(const symbol& its) {
    return its.run ? 3 - (its.head >> 15 & 1) : its.length;
  }

 private:
  template <class Warp>
  CODAG_DEVICE void note(const Warp& warp, header_chain::notes_of_lane& notes,
                         const lane_varint_ends& own) const {
    const std::uint32_t bits =
        integer::varint_end_bits(own.bytes[0]) | integer::varint_end_bits(own.bytes[1]) << 4;
    // A run's delta may be the next lane's first byte. Behind the last lane's, no symbol begins.
    const std::uint32_t all = bits | warp.shuffle_down(bits, 1) << 8;
    for (unsigned k = 0; k < header_chain::places_per_lane; ++k) {
      const std::uint32_t head = own.bytes[k / 4] >> 8 * (k % 4) & 0xff;
      const std::uint32_t up_to_head = own.before + popcount(all & ((2u << k) - 1));
      // The end that is the symbol's last byte.
      const std::uint32_t last = up_to_head + (head < 0x80 ? all >> (k + 1) & 1 : 0xff - head);
      header_chain::note(notes, k, last < own.total ? ends_.places[last] + 1u : header_chain::stop);
    }
  }

  varint_ends ends_;
  header_chain chain_;
};

}  // namespace codag::rle_v1
