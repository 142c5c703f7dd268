// The codes of a block, as the lanes of a warp read and build them.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/deflate/deflate.hpp"
#include "codag/codec/deflate/stage_words.hpp"
#include "codag/codec/deflate/table_entry.hpp"
#include "codag/codec/deflate/two_level_table.hpp"
#include "codag/codec/lanes/header_chain.hpp"
#include "codag/simt/simt.hpp"

namespace codag::deflate {

/// The tables of a block. 852 and 400 entries are the most that complete codes of 286 and 30
/// symbols can need with primary tables of 9 and 8 bits (zlib's inftrees.h explains the method,
/// and prints the first number).
using literal_table = two_level_table<9, 852>;
struct block_tables {
  literal_table literals;
  two_level_table<8, 400> distances;
};

/// What is needed while they are built.
struct block_scratch {
  table_scratch table;
  two_level_table<max_meta_bits, 1u << max_meta_bits> metas;
  header_chain chain;
  std::uint8_t lengths[fixed_literal_symbols + fixed_distance_symbols];

  /// Finds up to 32 code lengths from bit `bit` of `staged` on, with the table `metas`. Returns how
  /// many: that of lane k begins `begin` bits after `bit`, and ends before `end`. Collective.
  template <class Warp>
  CODAG_DEVICE unsigned find_lengths(const Warp& warp, const std::uint32_t* staged,
                                     std::uint32_t bit, std::uint32_t& begin, std::uint32_t& end) {
    constexpr std::uint32_t per_lane = header_chain::places_per_lane;
    static_assert(per_lane - 1 + max_meta_bits <= 32);
    const std::uint32_t first = per_lane * warp.rank();
    const std::uint32_t bits = staged_bits(staged, bit + first);
    header_chain::notes_of_lane next = {0, 0};
    for (unsigned k = 0; k < per_lane; ++k)
      header_chain::note(next, k,
                         first + k + total_of(metas.entries[(bits >> k) % (1u << max_meta_bits)]));
    return chain.follow(warp, next, begin, end, [](std::uint32_t) { return true; });
  }
};

/// The most words that a dynamic block's header takes: 3 bits, 14 bits, the lengths of the code of
/// the code lengths, and as many codewords of 7 bits with 7 extra bits as there are symbols. Lanes
/// look for more in up to 256 bits after these, and read two more words.
inline constexpr std::uint32_t max_header_words =
    (3 + 14 + 3 * meta_symbols + 14 * (max_literal_symbols + distance_codes) +
     header_chain::window_places) /
        32 +
    3;

/// How many symbols a block's codes have. Their lengths are in the scratch memory.
struct code_sizes {
  unsigned literals;  ///< 0: the header is malformed
  unsigned distances;
  bool may_be_incomplete;
};

/// The codes of fixed blocks. Collective.
template <class Warp>
CODAG_DEVICE code_sizes fixed_codes(const Warp& warp, block_scratch& s) {
  constexpr unsigned symbols = fixed_literal_symbols + fixed_distance_symbols;
  for (unsigned i = warp.rank(); i < symbols; i += simt::warp_size)
    s.lengths[i] = fixed_code_length(i);
  return {fixed_literal_symbols, fixed_distance_symbols, false};
}

/// Reads the lengths of the codewords of `symbols` symbols (RFC 1951 section 3.2.7) from bit `bit`
/// of `staged` on, and goes to the bit after them. Returns false, in all lanes, if they are
/// malformed. Collective.
template <class Warp>
CODAG_DEVICE bool read_lengths(const Warp& warp, const std::uint32_t* staged, std::uint32_t& bit,
                               unsigned symbols, block_scratch& s) {
  const unsigned lane = warp.rank();
  for (unsigned i = lane; i < sizeof(s.lengths); i += simt::warp_size) s.lengths[i] = 0;
  // All lengths are 0 before other ones are written.
  warp.sync();
  unsigned before = 0;  // the length before the next one
  for (unsigned done = 0; done < symbols;) {
    std::uint32_t begin = 0, end = 0;
    const unsigned found = s.find_lengths(warp, staged, bit, begin, end);
    const std::uint32_t bits = staged_bits(staged, bit + begin);
    const table_entry entry = s.metas.entries[bits % (1u << max_meta_bits)];

    const unsigned symbol = base_of(entry);
    const unsigned count = meta_base(symbol) + extra_of(entry, bits);
    const bool is_code = lane < found;
    const unsigned first = done + warp.exclusive_sum(is_code ? count : 0);
    const bool counts = is_code && first < symbols;
    // Symbol 16 repeats the length before it, which another symbol gives.
    const unsigned givers = warp.ballot(is_code && symbol != 16) & ((1u << lane) - 1);
    const unsigned given = symbol < 16 ? symbol : 0;
    const unsigned earlier = warp.shuffle(given, warp.last_of(givers) % simt::warp_size);
    const unsigned length = symbol != 16 ? given : givers != 0 ? earlier : before;
    if (warp.any(counts && (first + count > symbols || (symbol == 16 && first == 0)))) return false;
    if (counts && length != 0)
      for (unsigned k = 0; k < (symbol < 16 ? 1 : count); ++k)
        s.lengths[first + k] = static_cast<std::uint8_t>(length);
    const unsigned last = warp.last_of(warp.ballot(counts));
    bit += warp.shuffle(end, last);
    done = warp.shuffle(first + count, last);
    before = warp.shuffle(length, last);
  }
  return true;
}

/// Reads a dynamic block's codes from bit `bit` of `staged` on, and goes to the bit after them.
/// Collective.
template <class Warp>
CODAG_DEVICE code_sizes read_codes(const Warp& warp, const std::uint32_t* staged,
                                   std::uint32_t& bit, block_scratch& s) {
  constexpr code_sizes malformed{.literals = 0, .distances = 0, .may_be_incomplete = false};
  const unsigned lane = warp.rank();
  const std::uint32_t head = staged_bits(staged, bit);
  const unsigned literals = (head & 0x1f) + 257, distances = (head >> 5 & 0x1f) + 1;
  const unsigned metas = (head >> 10 & 0xf) + 4;
  if (literals > max_literal_symbols || distances > distance_codes) return malformed;
  if (lane < meta_symbols)
    s.lengths[meta_order(lane)] =
        static_cast<std::uint8_t>(lane < metas ? staged_bits(staged, bit + 14 + 3 * lane) & 7 : 0);
  // All lengths of the code of the code lengths are written.
  warp.sync();
  if (!s.metas.template build<meta_alphabet>(warp, s.lengths, meta_symbols, false, s.table))
    return malformed;
  bit += 14 + 3 * metas;
  if (!read_lengths(warp, staged, bit, literals + distances, s)) return malformed;
  return {literals, distances, true};
}

/// Builds the tables. Returns false, in all lanes, if there are no such codes. Collective.
template <class Warp>
CODAG_DEVICE bool build_tables(const Warp& warp, const code_sizes& codes, block_tables& tables,
                               block_scratch& s) {
  // All lengths are written.
  warp.sync();
  return codes.literals != 0 && s.lengths[end_of_block] != 0 &&
         tables.literals.template build<literal_alphabet>(warp, s.lengths, codes.literals,
                                                          codes.may_be_incomplete, s.table) &&
         tables.distances.template build<distance_alphabet>(
             warp, s.lengths + codes.literals, codes.distances, codes.may_be_incomplete, s.table);
}

}  // namespace codag::deflate
