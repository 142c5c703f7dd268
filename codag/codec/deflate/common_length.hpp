// common_length: most literals of a block have codewords of one length, as the digits of base64 do.
// A lane passes such literals without a look-up.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/codec/deflate/block_tables.hpp"
#include "codag/codec/deflate/literal_walk.hpp"
#include "codag/codec/deflate/stage_words.hpp"
#include "codag/codec/deflate/table_entry.hpp"
#include "codag/simt/operators.hpp"

namespace codag::deflate {

/// The literals whose codewords have the block's most common length. A code is the number that the
/// stream's next literal_table::primary_bits bits make, the first bit highest: a codeword, and the
/// bits after it. Codewords of one length are consecutive numbers, and literals are the first of
/// them (RFC 1951 section 3.2.2). So the codes of such literals are consecutive, too.
struct common_length {
  static constexpr unsigned code_bits = literal_table::primary_bits;
  static constexpr std::uint32_t all_codes = 1u << code_bits;

  unsigned length;      ///< of a codeword
  std::uint32_t first;  ///< the first code of the literals
  std::uint32_t codes;  ///< how many codes they have

  /// Collective.
  template <class Warp>
  static CODAG_DEVICE common_length of(const Warp& warp, const literal_table& table) {
    static_assert(code_bits < 16, "four bits hold a length, and sixteen a sum of codes");
    // A length that dominates is that of most of 32 codes at equal distances. So each of its bits
    // is that of most.
    const unsigned code = (2 * warp.rank() + 1) * (all_codes / (2 * simt::warp_size));
    const unsigned sample = length_of(table.entries[bit_reverse(code) >> (32 - code_bits)]);
    unsigned length = 0;
    for (unsigned bit = 0; bit < 4; ++bit)
      if (2 * popcount(warp.ballot((sample >> bit & 1) != 0)) > simt::warp_size)
        length |= 1u << bit;

    std::uint32_t codes = 0;  // of shorter codewords, and of such literals in the upper half
    for (unsigned i = warp.rank(); i < all_codes; i += simt::warp_size) {
      const table_entry entry = table.entries[i];
      const unsigned its = length_of(entry);
      codes += its != 0 && its < length ? 1u : 0u;
      codes += is_literal(entry) && its == length ? 1u << 16 : 0u;
    }
    codes = warp.reduce(codes, simt::plus{});
    return {length, codes & 0xffff, codes >> 16};
  }

  /// Whether at least three quarters of the codes are of such literals. With fewer, lanes pass more
  /// tokens in a turn by look-ups. The number is an estimate.
  [[nodiscard]] CODAG_DEVICE bool dominates() const { return 4 * codes >= 3 * all_codes; }

  /// Whether lanes meet so late that windows are parsed in two passes. With shorter codewords,
  /// there are fewer places to be out of step. The number is an estimate.
  [[nodiscard]] CODAG_DEVICE bool synchronises_late() const { return length >= 6 && dominates(); }
};

/// Finds where codes of a range begin in a stream.
class code_range {
  static constexpr unsigned code_bits = common_length::code_bits;

 public:
  /// Of the range's last code and of its first one: each bit, from the lowest on, as a whole word.
  /// Aligned, so that it is loaded four words at a time.
  struct alignas(16) storage {
    std::uint32_t last[code_bits], first[code_bits];
  };

  /// Stores the range to shared memory. No lane reads what was there before. Collective.
  template <class Warp>
  CODAG_DEVICE code_range(const Warp& warp, const common_length& common, storage& s) : s_(s) {
    const unsigned k = warp.rank();
    if (k < code_bits) {
      s.last[k] = 0 - ((common.first + common.codes - 1) >> k & 1);
      s.first[k] = 0 - (common.first >> k & 1);
    }
    // The range is there before a lane reads it.
    warp.sync();
  }

  /// Bit i: such a code begins i bits after bit `bit` of the staged words.
  [[nodiscard]] CODAG_DEVICE std::uint64_t begins_from(const std::uint32_t* staged,
                                                       std::uint32_t bit) const {
    const std::uint32_t* const words = staged + word_of(bit);
    const std::uint32_t w1 = words[1], w2 = words[2];
    const std::uint32_t low = funnel_shift_right(words[0], w1, bit);
    const std::uint32_t high = funnel_shift_right(w1, w2, bit);
    const std::uint32_t after = funnel_shift_right(w2, words[3], bit);
    const storage range = s_;
    return std::uint64_t{begins_in(range, high, after)} << 32 | begins_in(range, low, high);
  }

 private:
  /// 32 comparisons at once, bit by bit, from a code's lowest bit on, which is last in the stream.
  static CODAG_DEVICE std::uint32_t begins_in(const storage& range, std::uint32_t bits,
                                              std::uint32_t after) {
    std::uint32_t up_to_last = ~0u, below_first = 0;
    CODAG_UNROLL
    for (unsigned k = 0; k < code_bits; ++k) {
      const std::uint32_t zeros = ~funnel_shift_right(bits, after, code_bits - 1 - k);
      up_to_last = majority(zeros, up_to_last, range.last[k]);
      below_first = majority(zeros, below_first, range.first[k]);
    }
    return up_to_last & ~below_first;
  }
  static CODAG_DEVICE std::uint32_t majority(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    return (a & b) | (a & c) | (b & c);
  }

  const storage& s_;
};

/// A lane's place in a window, as literal_walk, where a common length dominates.
class common_length_walk {
 public:
  CODAG_DEVICE common_length_walk(const common_length& common, const code_range& literals,
                                  const std::uint32_t* staged, std::uint32_t bit)
      : literals_(literals), staged_(staged), bit_(bit) {
    for (; run_bits_ < run_places; run_bits_ += common.length)
      run_begins_ |= std::uint64_t{1} << run_bits_;
  }

  CODAG_DEVICE std::uint32_t bit() const { return bit_; }

  static constexpr unsigned run_places = 64;
  static constexpr unsigned most_turn_bits =
      run_places + common_length::code_bits - 1 + max_token_bits;
  /// Passes literals of the common length, and at most one other token, the last one.
  CODAG_DEVICE walked_turn take_turn(const block_tables& tables) {
    walked_turn turn{.begin = bit_, .begins = run_begins_, .special = 0};
    const std::uint64_t others = run_begins_ & ~literals_.begins_from(staged_, bit_);
    if (others == 0) {
      bit_ += run_bits_;
    } else {
      // What begins after the first of these has not been passed.
      turn.begins &= others ^ (others - 1);
      bit_ += lowest_bit(others);
      turn.special = pass_token(tables, staged_, bit_);
    }
    return turn;
  }

 private:
  const code_range& literals_;
  const std::uint32_t* staged_;
  std::uint32_t bit_;
  // A turn of such literals only: its bits, and bit i: a token begins i bits after its begin.
  std::uint32_t run_bits_ = 0;
  std::uint64_t run_begins_ = 0;
};

}  // namespace codag::deflate
