// A kernel's table for one code: one look-up finds any codeword. A warp builds it.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/codec/gompresso_bit/format.hpp"
#include "codag/simt/warp_group.hpp"

namespace codag::gompresso_bit {

/// In shared memory (the paper's section III: "on-chip"), indexed by the next bits of the stream.
struct code_table {
  /// What the table's user wants to know of a symbol, in 12 bits, and below it the length of its
  /// codeword; 0 if no codeword begins with these bits.
  using entry = std::uint16_t;

  static constexpr unsigned slots = 1u << max_code_bits;

  entry entries[slots];

  /// Builds the canonical code of these lengths, with value_of(symbol) in the entries. The warp has
  /// synced after it wrote them. Returns false, in all lanes, if a decoder does not accept the
  /// code. Collective over the warp.
  ///
  /// Lane k does all the work for codewords of k bits, so every slot has one writer.
  template <class Thread, class ValueOf>
  CODAG_DEVICE bool build(const simt::warp_group<Thread>& warp, const std::uint8_t* lengths,
                          unsigned symbols, const ValueOf& value_of) {
    const unsigned mine = warp.rank();
    std::uint32_t count = 0;  // of the codewords of `mine` bits
    bool allowed = true;
    for (unsigned i = 0; i < symbols; ++i) {
      if (lengths[i] == mine) ++count;
      if (lengths[i] > max_code_bits) allowed = false;
    }
    const bool has_length = mine >= 1 && mine <= max_code_bits;
    if (!has_length) count = 0;
    // In units of a codeword of max_code_bits: what shorter codewords take of all bit strings is
    // where those of this length begin.
    const std::uint32_t unit = has_length ? slots >> mine : 0;
    std::uint32_t used;
    const std::uint32_t before = warp.exclusive_sum(count * unit, used);
    // A lone codeword of one bit uses half of the bit strings.
    const bool lone = warp.shuffle(count, 1) == 1 && used == slots / 2;
    if (!allowed || (used != slots && used != 0 && !lone)) return false;

    for (unsigned slot = warp.rank(); slot < slots; slot += simt::warp_size) entries[slot] = 0;
    // The table is empty before any lane fills it.
    warp.sync();
    if (count > 0) {
      std::uint32_t codeword = before / unit;
      for (unsigned i = 0; i < symbols; ++i) {
        if (lengths[i] != mine) continue;
        const auto found = static_cast<entry>(value_of(i) << 4 | mine);
        // The codeword's first bit is the highest; in the stream it is the lowest.
        for (unsigned slot = bit_reverse(codeword) >> (32 - mine); slot < slots; slot += 1u << mine)
          entries[slot] = found;
        ++codeword;
      }
    }
    // The table is whole before any lane looks a codeword up.
    warp.sync();
    return true;
  }

  CODAG_DEVICE entry find(std::uint32_t bits) const { return entries[bits % slots]; }
  static CODAG_DEVICE unsigned value_of(entry e) { return e >> 4; }
  static CODAG_DEVICE unsigned length_of(entry e) { return e & 15; }
};

}  // namespace codag::gompresso_bit
