// common_length: most literals of a block have codewords of one length, as the digits of base64 do.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/codec/deflate/block_tables.hpp"
#include "codag/codec/deflate/table_entry.hpp"
#include "codag/simt/operators.hpp"
#include "codag/simt/simt.hpp"

namespace codag::deflate {

/// The literals whose codewords have the block's most common length. A code is the number that the
/// stream's next literal_table::primary_bits bits make, the first bit highest: a codeword, and the
/// bits after it. Codewords of one length are consecutive numbers, and literals are the first of
/// them (RFC 1951 section 3.2.2). So the codes of such literals are consecutive, too.
struct common_length {
  static constexpr unsigned code_bits = literal_table::primary_bits;
  static constexpr std::uint32_t all_codes = 1u << code_bits;

  unsigned length;            ///< of a codeword
  std::uint32_t first;        ///< the first code of the literals
  std::uint32_t codes;        ///< how many codes they have
  unsigned sampled_literals;  ///< of 32 codes at equal distances, those of any literals

  /// Collective.
  template <class Warp>
  static CODAG_DEVICE common_length of(const Warp& warp, const literal_table& table) {
    static_assert(code_bits < 16, "four bits hold a length, and sixteen a sum of codes");
    // A length that dominates is that of most of 32 codes at equal distances. So each of its bits
    // is that of most.
    const unsigned code = (2 * warp.rank() + 1) * (all_codes / (2 * simt::warp_size));
    const table_entry sample = table.entries[bit_reverse(code) >> (32 - code_bits)];
    unsigned length = 0;
    for (unsigned bit = 0; bit < 4; ++bit)
      if (2 * popcount(warp.ballot((length_of(sample) >> bit & 1) != 0)) > simt::warp_size)
        length |= 1u << bit;
    const unsigned literals = popcount(warp.ballot(is_literal(sample)));

    std::uint32_t codes = 0;  // of shorter codewords, and of such literals in the upper half
    for (unsigned i = warp.rank(); i < all_codes; i += simt::warp_size) {
      const table_entry entry = table.entries[i];
      const unsigned its = length_of(entry);
      codes += its != 0 && its < length ? 1u : 0u;
      codes += is_literal(entry) && its == length ? 1u << 16 : 0u;
    }
    codes = warp.reduce(codes, simt::plus{});
    return {length, codes & 0xffff, codes >> 16, literals};
  }

  /// Whether at least three quarters of the codes are of such literals. With fewer, lanes pass more
  /// tokens in a turn by look-ups. The number is an estimate.
  [[nodiscard]] CODAG_DEVICE bool dominates() const { return 4 * codes >= 3 * all_codes; }

  /// Whether literals have more than three quarters of the codes, or seven eighths. Then most
  /// tokens are likely to be literals, or nearly all. The fixed code, whose tokens may be any, has
  /// 25 of 32: too few for the latter. The numbers are estimates.
  [[nodiscard]] CODAG_DEVICE bool most_are_literals() const {
    return 4 * sampled_literals > 3 * simt::warp_size;
  }
  [[nodiscard]] CODAG_DEVICE bool nearly_all_are_literals() const {
    return 8 * sampled_literals >= 7 * simt::warp_size;
  }

  /// Whether lanes meet so late that windows are parsed in two passes. With shorter codewords,
  /// there are fewer places to be out of step. From 8 bits on, lanes also meet late if that length
  /// has five eighths of the codes, and other symbols than literals have few, as in doubles. All
  /// numbers are estimates.
  [[nodiscard]] CODAG_DEVICE bool synchronises_late() const {
    const bool is_frequent = 8 * codes >= 5 * all_codes && sampled_literals == simt::warp_size;
    return (length >= 6 && dominates()) || (length >= 8 && is_frequent);
  }
};

}  // namespace codag::deflate
