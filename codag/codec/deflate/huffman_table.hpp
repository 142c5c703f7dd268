// The device decoder's table for one canonical prefix code. All threads of a team build it
// together.
#pragma once

#include <cstdint>

#include "codag/bits.hpp"
#include "codag/codec/deflate/deflate.hpp"
#include "codag/codec/deflate/table_entry.hpp"

namespace codag::deflate {

/// A code of up to `Symbols` symbols. One lookup finds a codeword of up to PrimaryBits bits. A
/// longer one is found by counting: canonical codewords of one length are consecutive numbers, so
/// the code is given by the number of codewords of each length and the symbols in codeword order.
///
/// The table is in shared memory. The team syncs between the steps of building it, and before it
/// overwrites it.
template <unsigned PrimaryBits, unsigned Symbols>
struct huffman_table {
  static constexpr unsigned slots = 1u << PrimaryBits;
  static_assert(PrimaryBits <= max_code_bits && Symbols <= fixed_literal_symbols);

  union {
    table_entry primary[slots];  ///< indexed by the next PrimaryBits bits of the stream
    /// Until fill(), the code lengths from which this or another table is built may be here.
    std::uint8_t lengths[slots * sizeof(table_entry)];
  };
  std::uint16_t sorted[Symbols];           ///< symbols in codeword order
  std::uint16_t count[max_code_bits + 1];  ///< codewords of each length; [0] has no meaning
  std::uint16_t next[max_code_bits + 1];   ///< while sorting: where a length's next symbol goes
  std::uint16_t long_first;                ///< the first codeword of PrimaryBits + 1 bits,
  std::uint16_t long_index;                ///< and the index of its symbol in `sorted`

  /// First step: makes the canonical code of `symbols` code lengths. The team has synced after it
  /// wrote them. Returns false, in all threads, if the code is over-subscribed, or if it is
  /// incomplete. `may_be_incomplete` allows two incomplete codes: a single codeword of one bit, and
  /// no codeword.
  ///
  /// Each thread owns the lengths that equal its rank modulo the team's size, and does all the work
  /// for those: so every entry of `count`, `next` and `sorted` has one writer.
  template <class Team>
  CODAG_DEVICE bool sort(const Team& team, const std::uint8_t* code_lengths, unsigned symbols,
                         bool may_be_incomplete) {
    const unsigned rank = team.rank(), size = team.size();
    for (unsigned length = rank; length <= max_code_bits; length += size) count[length] = 0;
    for (unsigned symbol = 0; symbol < symbols; ++symbol) {
      const unsigned length = code_lengths[symbol];
      if (length % size == rank) ++count[length];
    }
    // All counts are final before any thread reads those of other owners.
    team.sync();
    int unused = 1;  // unused codewords of this length; below 0, the code is over-subscribed
    unsigned first = 0, index = 0, longest = 0;
    for (unsigned length = 1; length <= max_code_bits; ++length) {
      const unsigned codewords = count[length];
      if (length % size == rank) next[length] = static_cast<std::uint16_t>(index);
      if (length == PrimaryBits + 1 && rank == 0) {
        long_first = static_cast<std::uint16_t>(first);
        long_index = static_cast<std::uint16_t>(index);
      }
      unused = 2 * unused - static_cast<int>(codewords);
      if (unused < 0) return false;
      index += codewords;
      first = (first + codewords) << 1;
      longest = codewords > 0 ? length : longest;
    }
    if (unused > 0 && (longest > 1 || !may_be_incomplete)) return false;
    for (unsigned symbol = 0; symbol < symbols; ++symbol) {
      const unsigned length = code_lengths[symbol];
      if (length != 0 && length % size == rank)
        sorted[next[length]++] = static_cast<std::uint16_t>(symbol);
    }
    // `sorted` is complete, and no thread reads the code lengths any more.
    team.sync();
    return true;
  }

  /// Second step: fills the primary table, with entries of the symbols' alphabet. Overwrites
  /// `lengths`.
  ///
  /// Each thread fills the slots of consecutive codeword prefixes. In that order, codewords only
  /// get longer, so one pass over the lengths finds them all.
  template <class Alphabet, class Team>
  CODAG_DEVICE void fill(const Team& team) {
    static_assert(slots % Team::size() == 0, "equally many slots");
    constexpr unsigned slots_per_thread = slots / Team::size();
    unsigned length = 1, first = 0, index = 0;
    for (unsigned prefix = team.rank() * slots_per_thread;
         prefix < (team.rank() + 1) * slots_per_thread; ++prefix) {
      while (length <= PrimaryBits && (prefix >> (PrimaryBits - length)) - first >= count[length])
        next_length(length, first, index);
      // A codeword's highest bit is its first, which is the lowest in the stream (RFC 1951 3.1.1).
      const std::uint32_t slot = bit_reverse(prefix) >> (32 - PrimaryBits);
      primary[slot] =
          length > PrimaryBits
              ? longer_codeword
              : Alphabet::entry(sorted[index + (prefix >> (PrimaryBits - length)) - first], length);
    }
    // The table is complete before any thread reads slots that others have filled.
    team.sync();
  }

  /// The entry of the codeword that `bits` begin with: the stream's next PrimaryBits bits or more.
  /// It is no_entry if there is none, and longer_codeword if find_long() must be asked.
  CODAG_DEVICE table_entry find(std::uint32_t bits) const { return primary[bits % slots]; }

  /// The entry of the codeword of more than PrimaryBits bits that `bits` begin with: the stream's
  /// next 15 bits or more. It is no_entry if there is none.
  template <class Alphabet>
  CODAG_DEVICE table_entry find_long(std::uint32_t bits) const {
    const std::uint32_t codeword = bit_reverse(bits);
    unsigned length = PrimaryBits + 1, first = long_first, index = long_index;
    for (; length <= max_code_bits; next_length(length, first, index)) {
      const unsigned i = (codeword >> (32 - length)) - first;
      if (i < count[length]) return Alphabet::entry(sorted[index + i], length);
    }
    return no_entry;
  }

 private:
  CODAG_DEVICE void next_length(unsigned& length, unsigned& first, unsigned& index) const {
    index += count[length];
    first = (first + count[length]) << 1;
    ++length;
  }
};

}  // namespace codag::deflate
