// A kernel's table for one code: one look-up finds any codeword. A warp builds it.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/codec/gompresso_bit/format.hpp"
#include "codag/simt/warp_group.hpp"

namespace codag::gompresso_bit {

/// What a table's user wants to know of a symbol, in 12 bits, and below it the length of its
/// codeword; 0 if no codeword begins with these bits.
using table_entry = std::uint16_t;

CODAG_DEVICE unsigned length_of(table_entry e) {
  return e & 15;
}

/// In shared memory (the paper's section III: "on-chip"), indexed by the next bits of the stream.
template <unsigned MostBits>
struct code_table {
  static_assert(MostBits < 16, "an entry holds the length of a codeword");
  table_entry entries[1u << MostBits];

  /// Builds the canonical code of these lengths, none of which may be above `bits`, with
  /// value_of(symbol) in the entries. The warp has synced after it wrote them. Returns false, in
  /// all lanes, if a decoder does not accept the code. Collective over the warp.
  ///
  /// Lane k does all the work for codewords of k bits, so every slot has one writer.
  template <class Thread, class ValueOf>
  CODAG_DEVICE bool build(const simt::warp_group<Thread>& warp, const std::uint8_t* lengths,
                          unsigned symbols, unsigned bits, const ValueOf& value_of) {
    const unsigned mine = warp.rank();
    std::uint32_t count = 0;  // of the codewords of `mine` bits
    bool allowed = true;
    for (unsigned i = 0; i < symbols; ++i) {
      if (lengths[i] == mine) ++count;
      if (lengths[i] > bits) allowed = false;
    }
    const std::uint32_t slots = 1u << bits;
    const bool has_length = mine >= 1 && mine <= bits;
    if (!has_length) count = 0;
    // In units of a codeword of `bits`: what shorter codewords take of all bit strings is
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
        const auto found = static_cast<table_entry>(value_of(i) << 4 | mine);
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

  /// The entry of a codeword that begins with `slot`: as many bits as the table was built for.
  CODAG_DEVICE table_entry find(std::uint32_t slot) const { return entries[slot]; }
};

}  // namespace codag::gompresso_bit
