// The device decoder's table for one code. All threads of a team build it together.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/codec/vle/codebook.hpp"
#include "codag/codec/vle/vle.hpp"

namespace codag::vle {

/// One look-up finds a codeword of up to fast_bits bits. A longer one is found by its number:
/// canonical codewords of one length are consecutive numbers, so the first one of each length, how
/// many there are, and the symbols in the order of their codewords give the code.
struct decoding_table {
  /// A symbol, and above it the length of its codeword; 0 if there is none of up to fast_bits bits.
  using entry = std::uint16_t;

  static constexpr unsigned fast_bits = 10;
  static constexpr unsigned slots = 1u << fast_bits;

  union {
    entry fast[slots];  ///< indexed by the next fast_bits bits of the stream
    /// Until the last step of build(): the code lengths.
    std::uint8_t lengths[symbols];
  };
  std::uint8_t sorted[symbols];  ///< symbols in the order of their codewords
  length_counts counts;
  std::uint32_t first[max_code_bits + 1];        ///< codeword of each length
  std::uint16_t first_index[max_code_bits + 1];  ///< of its symbol in `sorted`
  std::uint16_t next[max_code_bits + 1];         ///< while sorting: where the next symbol goes

  /// Builds the table from `lengths`, which are at most max_code_bits. The team has synced after it
  /// wrote them. Returns false, in all threads, if no decoder accepts the code.
  ///
  /// Each thread owns the lengths that equal its rank modulo the team's size, and does all the work
  /// for those: so every count and place has one writer.
  template <class Team>
  CODAG_DEVICE bool build(const Team& team) {
    const unsigned rank = team.rank(), size = team.size();
    for (unsigned length = rank; length <= max_code_bits; length += size) counts.of[length] = 0;
    for (unsigned symbol = 0; symbol < symbols; ++symbol) {
      const unsigned length = lengths[symbol];
      if (length % size == rank) ++counts.of[length];
    }
    // All counts are final before any thread reads those of other owners.
    team.sync();
    if (!is_complete(counts)) return false;
    if (rank == 0) {
      first_codewords(counts, first);
      unsigned index = 0;
      for (unsigned length = 1; length <= max_code_bits; ++length) {
        first_index[length] = next[length] = static_cast<std::uint16_t>(index);
        index += counts.of[length];
      }
    }
    // The places are set before any thread sorts.
    team.sync();
    for (unsigned symbol = 0; symbol < symbols; ++symbol) {
      const unsigned length = lengths[symbol];
      if (length > 0 && length % size == rank)
        sorted[next[length]++] = static_cast<std::uint8_t>(symbol);
    }
    // No thread reads a length any more, and all symbols are in their places.
    team.sync();
    for (unsigned slot = rank; slot < slots; slot += size) fast[slot] = search(slot, fast_bits);
    // The table is whole before any thread looks a codeword up.
    team.sync();
    return true;
  }

  /// The codeword that these 32 bits of the stream begin with.
  CODAG_DEVICE entry find(std::uint32_t bits) const {
    const entry found = fast[bits % slots];
    return found != 0 ? found : search(bits, max_code_bits);
  }

 private:
  CODAG_DEVICE entry search(std::uint32_t bits, unsigned most_bits) const {
    const std::uint32_t forward = bit_reverse(bits);  // the first bit is the highest
    for (unsigned length = 1; length <= most_bits; ++length) {
      const std::uint32_t place = (forward >> (32 - length)) - first[length];
      // A codeword below the first one wraps around to a large number.
      if (place < counts.of[length])
        return static_cast<entry>(length << 8 | sorted[first_index[length] + place]);
    }
    return 0;
  }
};

CODAG_DEVICE std::uint8_t symbol_of(decoding_table::entry e) {
  return static_cast<std::uint8_t>(e);
}
CODAG_DEVICE unsigned length_of(decoding_table::entry e) {
  return e >> 8;
}

}  // namespace codag::vle
