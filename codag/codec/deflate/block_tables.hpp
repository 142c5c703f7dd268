// The codes of a block, as the lanes of a warp read and build them.
#pragma once

#include <cstdint>

#include "codag/bits.hpp"
#include "codag/codec/deflate/deflate.hpp"
#include "codag/codec/deflate/staged_words.hpp"
#include "codag/codec/deflate/table_entry.hpp"
#include "codag/codec/deflate/two_level_table.hpp"
#include "codag/simt/simt.hpp"

namespace codag::deflate {

/// The tables of a block. 852 and 400 entries are the most that complete codes of 286 and 30
/// symbols can need with primary tables of 9 and 8 bits (zlib's inftrees.h explains the method,
/// and prints the first number).
struct block_tables {
  two_level_table<9, 852> literals;
  two_level_table<8, 400> distances;
};

/// What is needed while they are built.
struct block_scratch {
  table_scratch table;
  two_level_table<max_meta_bits, 1u << max_meta_bits> metas;
  std::uint8_t lengths[fixed_literal_symbols + fixed_distance_symbols];
};

/// The most words that a dynamic block's header takes: 3 bits, 14 bits, the lengths of the code of
/// the code lengths, and as many codewords of 7 bits with 7 extra bits as there are symbols. One
/// more word is read with the last bits.
inline constexpr std::uint32_t max_header_words =
    (3 + 14 + 3 * meta_symbols + 14 * (max_literal_symbols + distance_codes)) / 32 + 2;

/// Builds the tables of fixed blocks. Collective.
template <class Warp>
CODAG_DEVICE void build_fixed(const Warp& warp, block_tables& tables, block_scratch& s) {
  constexpr unsigned symbols = fixed_literal_symbols + fixed_distance_symbols;
  for (unsigned i = warp.rank(); i < symbols; i += simt::warp_size)
    s.lengths[i] = fixed_code_length(i);
  // All lengths are written.
  warp.sync();
  tables.literals.template build<literal_alphabet>(warp, s.lengths, fixed_literal_symbols, false,
                                                   s.table);
  tables.distances.template build<distance_alphabet>(warp, s.lengths + fixed_literal_symbols,
                                                     fixed_distance_symbols, false, s.table);
}

/// Reads a dynamic block's codes (RFC 1951 section 3.2.7) from bit `bit` of `staged` on, and goes
/// to the bit after them; builds the tables. Returns false, in all lanes, if the block is
/// malformed. Collective.
template <class Warp>
CODAG_DEVICE bool build_dynamic(const Warp& warp, const std::uint32_t* staged, std::uint32_t& bit,
                                block_tables& tables, block_scratch& s) {
  const unsigned lane = warp.rank();
  const std::uint32_t head = staged_bits(staged, bit);
  const unsigned literals = (head & 0x1f) + 257, distances = (head >> 5 & 0x1f) + 1;
  const unsigned metas = (head >> 10 & 0xf) + 4;
  if (literals > max_literal_symbols || distances > distance_codes) return false;
  if (lane < meta_symbols)
    s.lengths[meta_order(lane)] =
        static_cast<std::uint8_t>(lane < metas ? staged_bits(staged, bit + 14 + 3 * lane) & 7 : 0);
  // All lengths of the code of the code lengths are written.
  warp.sync();
  if (!s.metas.template build<meta_alphabet>(warp, s.lengths, meta_symbols, false, s.table))
    return false;

  // Each symbol's place follows from the one before it: all lanes read all of them.
  bit += 14 + 3 * metas;
  unsigned before = 0;  // the length before this one
  for (unsigned i = 0; i < literals + distances;) {
    const std::uint32_t next = staged_bits(staged, bit);
    const table_entry entry = s.metas.entries[next % (1u << max_meta_bits)];
    bit += total_of(entry);
    const unsigned symbol = base_of(entry);
    const unsigned repeat = (symbol < 16 ? 1 : symbol == 18 ? 11 : 3) + extra_of(entry, next);
    if (repeat > literals + distances - i || (symbol == 16 && i == 0)) return false;
    before = symbol < 16 ? symbol : symbol == 16 ? before : 0;
    for (unsigned k = lane; k < repeat; k += simt::warp_size)
      s.lengths[i + k] = static_cast<std::uint8_t>(before);
    i += repeat;
  }
  // All lengths are written.
  warp.sync();
  return s.lengths[end_of_block] != 0 &&
         tables.literals.template build<literal_alphabet>(warp, s.lengths, literals, true,
                                                          s.table) &&
         tables.distances.template build<distance_alphabet>(warp, s.lengths + literals, distances,
                                                            true, s.table);
}

}  // namespace codag::deflate
