// Each lane of a warp decodes one sub-block, in step with the others.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/gompresso/sequence.hpp"
#include "codag/codec/gompresso_bit/chunk_header.hpp"
#include "codag/codec/gompresso_bit/code_table.hpp"
#include "codag/codec/gompresso_bit/format.hpp"
#include "codag/codec/gompresso_bit/lane_bits.hpp"
#include "codag/codec/gompresso_bit/symbol_entries.hpp"
#include "codag/simt/warp_group.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag::gompresso_bit {

/// What the lane has to decode: the sub-block of `count` sequences at bit `at`; none if that is 0.
struct lane_sub_block {
  std::uint32_t at, count;
  sub_block size;
};

/// What a lane has found in its sub-block. It is right if `wrong` is false.
struct sub_block_content {
  std::uint32_t literals;  ///< how many there are
  bool wrong;              ///< something that is no symbol, or other sizes than the header says
};

/// The lowest `count` bits, of less than 32.
CODAG_DEVICE std::uint32_t low_of(std::uint32_t bits, unsigned count) {
  return bits & ((1u << count) - 1);
}

/// Decodes the sub-blocks of all lanes, the k-th sequence of each at the same time: first the
/// literals, three for each turn, until all lanes have come to their sequence's end, and then the
/// matches. A lane that is done, or has found something wrong, waits for the others.
///
/// Calls put_literal(k, at, byte) for the lane's k-th literal, which is byte `at` of the sub-block
/// if that is right, and put_sequence(i, word) for its i-th sequence (see gompresso::word_of), i
/// below count. Collective.
template <class Thread, class PutLiteral, class PutSequence>
CODAG_DEVICE sub_block_content read_sub_blocks(const Thread& t,
                                               const simt::warp_group<Thread>& warp,
                                               const later_words& words, const code_tables& codes,
                                               const shape& coded, const lane_sub_block& mine,
                                               const PutLiteral& put_literal,
                                               const PutSequence& put_sequence) {
  lane_bits<Thread> in(t, words, mine.at);
  std::uint32_t literals = 0, matched = 0;         // bytes of literals, and of matches
  std::uint32_t literal_strings = 0, matches = 0;  // their lengths, bit by bit
  const std::uint32_t literal_bits = (1u << coded.code_bits) - 1;
  constexpr unsigned per_turn = 3;
  static_assert(per_turn * max_code_bits < 32, "they are in the bits of one look");
  bool wrong = false;
  CODAG_NO_UNROLL
  for (std::uint32_t i = 0; i < coded.sequences; ++i) {
    const bool going = i < mine.count && !wrong;
    const std::uint32_t before = literals;
    table_entry e;
    bool more = going;
    CODAG_NO_UNROLL
    do {
      const std::uint32_t bits = in.look();
      unsigned length = 0;
      CODAG_UNROLL
      for (unsigned k = 0; k < per_turn; ++k) {
        e = codes.literals.find(bits >> length & literal_bits);
        more = more && literal_entry::is_literal(e);
        if (more) put_literal(literals, literals + matched, literal_entry::value(e));
        literals += more ? 1 : 0;
        length += more ? length_of(e) : 0;
      }
      in.take(length);
      // After the sub-block's end, there may be literals without end.
      more = more && in.taken() <= mine.size.bits;
      // The lanes stay together.
    } while (warp.any(more));
    if (!going) continue;
    wrong = e == 0 || in.taken() > mine.size.bits;
    gompresso::sequence s{literals - before, 0, 0};
    const unsigned extra = literal_entry::extra(e);
    if (extra == literal_entry::no_match) {
      in.take(length_of(e));
    } else {
      s.length = 1 + literal_entry::value(e) + low_of(in.look() >> length_of(e), extra);
      in.take(length_of(e) + extra);
      const std::uint32_t bits = in.look();
      const table_entry d = codes.distances.find(low_of(bits, distance_code_bits));
      wrong = wrong || d == 0;
      const unsigned more_bits = distance_entry::extra(d);
      s.distance =
          1 + (distance_entry::high(d) << more_bits) + low_of(bits >> length_of(d), more_bits);
      in.take(length_of(d) + more_bits);
    }
    matched += s.length;
    literal_strings |= s.literals;
    matches |= s.length;
    put_sequence(i, gompresso::word_of(s));
  }
  // A match that no word of a sequence can hold is above any limit, too. Both limits are one less
  // than a power of two.
  wrong = wrong || literal_strings > coded.most_literals() || matches > gompresso::max_look_ahead ||
          in.taken() != mine.size.bits || literals + matched != mine.size.bytes;
  return {literals, mine.count > 0 && wrong};
}

}  // namespace codag::gompresso_bit
