// two_level_table: a prefix code's table without a search. The lanes of a warp build it together.
#pragma once

#include <cstdint>

#include "codag/bits.hpp"
#include "codag/codec/deflate/deflate.hpp"
#include "codag/codec/deflate/table_entry.hpp"
#include "codag/simt/simt.hpp"

namespace codag::deflate {

/// What a warp needs in shared memory while it builds a table.
struct table_scratch {
  std::uint16_t count[max_code_bits + 1];  ///< of the codewords of each length
  std::uint16_t index[max_code_bits + 1];  ///< of the first symbol of each length in `sorted`
  /// After the last codeword of each length. Codewords are numbers of max_code_bits bits here: a
  /// shorter one has zeros after it.
  std::uint16_t limit[max_code_bits + 1];
  table_entry sorted[fixed_literal_symbols];  ///< in codeword order
};

/// A table that the lanes of a warp read at different places (huffman_table's search would take as
/// long as its slowest lane). The next PrimaryBits bits of the stream select an entry. If the
/// codeword is longer, that entry names a sub-table, in which the bits after those select.
///
/// `Entries` bounds the table. A code that needs more is legal but rare or impossible; build()
/// refuses it, and the sequential decoder takes the chunk.
template <unsigned PrimaryBits, unsigned Entries>
struct two_level_table {
  static constexpr unsigned primary_bits = PrimaryBits, slots = 1u << PrimaryBits;
  static_assert(PrimaryBits < max_code_bits && slots <= Entries && slots % simt::warp_size == 0);
  static_assert(Entries < 1u << 16, "an entry's base is a sub-table's place");
  static_assert(max_code_bits - PrimaryBits <= 8, "an entry's total is a sub-table's mask");

  table_entry entries[Entries];

  /// The entry of the codeword that `bits` begin with: the stream's next 15 bits or more. It is
  /// no_entry if there is none.
  CODAG_DEVICE table_entry find(std::uint32_t bits) const {
    const table_entry entry = first(bits);
    // A sub-table's place and its mask. Computed for all entries, and used for few.
    const unsigned place = base_of(entry) + (bits >> PrimaryBits & total_of(entry));
    return length_of(entry) != 0 ? entry : entries[place];
  }
  /// The same if the codeword has at most PrimaryBits bits. If not, it is no literal.
  CODAG_DEVICE table_entry first(std::uint32_t bits) const {
    return entries[lowest_bits(bits, PrimaryBits)];
  }

  /// Makes the table of the code with these lengths. The warp has synced after it wrote them.
  /// Returns false, in all lanes, if no table can be made: the code is over-subscribed, incomplete
  /// in another way than `may_be_incomplete` allows (see huffman_table::sort), or too large.
  template <class Alphabet, class Warp>
  CODAG_DEVICE bool build(const Warp& warp, const std::uint8_t* lengths, unsigned symbols,
                          bool may_be_incomplete, table_scratch& s) {
    const unsigned lane = warp.rank();
    if (lane <= max_code_bits) s.count[lane] = 0;
    // All counts are 0.
    warp.sync();
    // This lane's symbols: their lengths, and how many symbols before each have the same one.
    constexpr unsigned rounds = (Alphabet::most_symbols + simt::warp_size - 1) / simt::warp_size;
    std::uint16_t length_of_mine[rounds], rank_of_mine[rounds];
    for (unsigned k = 0; k < rounds; ++k) {
      const unsigned symbol = k * simt::warp_size + lane;
      const unsigned length = symbol < symbols ? lengths[symbol] : 0;
      const unsigned same = warp.match_any(length);
      const unsigned rank = warp.rank_among(same);
      length_of_mine[k] = static_cast<std::uint16_t>(length);
      rank_of_mine[k] = static_cast<std::uint16_t>(s.count[length] + rank);
      // All lanes have read the counts before one changes them,
      warp.sync();
      if (length != 0 && rank == 0) add(s.count[length], popcount(same));
      // and they are changed before the next symbols are counted.
      warp.sync();
    }

    // Lane k has the codewords of length k.
    const std::uint32_t count = lane != 0 && lane <= max_code_bits ? s.count[lane] : 0;
    const std::uint32_t limit =
        warp.inclusive_sum(count == 0 ? 0 : count << (max_code_bits - lane));
    const std::uint32_t index = warp.exclusive_sum(count);
    const std::uint32_t end = warp.shuffle(limit, max_code_bits);
    const bool at_most_one_bit = (warp.ballot(count > 0) & ~2u) == 0;
    if (end != all_codes && (end > all_codes || !may_be_incomplete || !at_most_one_bit))
      return false;
    if (lane <= max_code_bits) {
      s.index[lane] = static_cast<std::uint16_t>(index);
      s.limit[lane] = static_cast<std::uint16_t>(limit);
    }
    // The indices are there before a symbol is sorted.
    warp.sync();
    for (unsigned k = 0; k < rounds; ++k) {
      const unsigned symbol = k * simt::warp_size + lane, length = length_of_mine[k];
      if (length != 0)
        s.sorted[s.index[length] + rank_of_mine[k]] = Alphabet::entry(symbol, length);
    }
    // All symbols are sorted before the lanes look for them.
    warp.sync();
    fill(lane, s, end);
    const bool fits = s.limit[PrimaryBits] == end || add_sub_tables(warp, s);
    // The table is complete before any lane reads what others have filled.
    warp.sync();
    return fits;
  }

 private:
  static constexpr std::uint32_t all_codes = 1u << max_code_bits;
  static constexpr unsigned more_bits = max_code_bits - PrimaryBits;

  /// The entry of the codeword of `length` bits that `code` begins with.
  static CODAG_DEVICE table_entry symbol(const table_scratch& s, std::uint32_t code,
                                         unsigned length) {
    return s.sorted[s.index[length] + ((code - s.limit[length - 1]) >> (max_code_bits - length))];
  }
  static CODAG_DEVICE void add(std::uint16_t& sum, unsigned n) {
    sum = static_cast<std::uint16_t>(sum + n);
  }
  /// A codeword's highest bit is its first, which is the lowest in the stream (RFC 1951 3.1.1).
  static CODAG_DEVICE unsigned slot_of(std::uint32_t prefix, unsigned bits) {
    return bit_reverse(prefix) >> (32 - bits);
  }

  /// Fills the slots of the codewords of up to PrimaryBits bits; codewords end before `end`. Each
  /// lane takes consecutive prefixes: their codewords only get longer.
  CODAG_DEVICE void fill(unsigned lane, const table_scratch& s, std::uint32_t end) {
    constexpr unsigned slots_per_lane = slots / simt::warp_size;
    const std::uint32_t longer = s.limit[PrimaryBits];
    // Codewords of `length` bits begin with code `begin`, and end before `limit`.
    unsigned length = 0;
    std::uint32_t begin = 0, limit = 0, index = 0;
    for (unsigned prefix = lane * slots_per_lane; prefix < (lane + 1) * slots_per_lane; ++prefix) {
      const std::uint32_t code = prefix << more_bits;
      table_entry& entry = entries[slot_of(prefix, PrimaryBits)];
      if (code >= end) {
        entry = no_entry;
      } else if (code < longer) {
        while (code >= limit) {
          ++length;
          begin = limit;
          limit = s.limit[length];
          index = s.index[length];
        }
        entry = s.sorted[index + ((code - begin) >> (max_code_bits - length))];
      }
    }
  }

  /// Fills the slots of longer codewords, which end with the last code, and their sub-tables.
  /// Returns false if they are too large.
  template <class Warp>
  CODAG_DEVICE bool add_sub_tables(const Warp& warp, const table_scratch& s) {
    unsigned used = slots;
    for (unsigned first = s.limit[PrimaryBits] >> more_bits; first < slots;
         first += simt::warp_size) {
      const unsigned prefix = first + warp.rank();
      const bool has_table = prefix < slots;
      // The longest codeword with this prefix is the last one.
      unsigned longest = PrimaryBits + 1;
      while (has_table && ((prefix + 1) << more_bits) - 1 >= s.limit[longest]) ++longest;
      const unsigned bits = longest - PrimaryBits;
      unsigned total;
      const unsigned at = used + warp.exclusive_sum(has_table ? 1u << bits : 0u, total);
      used += total;
      if (used > Entries) return false;
      if (!has_table) continue;
      entries[slot_of(prefix, PrimaryBits)] = make_sub_table(at, bits);
      unsigned length = PrimaryBits + 1;
      for (unsigned i = 0; i < 1u << bits; ++i) {
        const std::uint32_t code = prefix << more_bits | i << (max_code_bits - longest);
        while (code >= s.limit[length]) ++length;
        entries[at + slot_of(i, bits)] = symbol(s, code, length);
      }
    }
    return true;
  }
};

}  // namespace codag::deflate
