// The lanes of a warp decode a sub-block each, in step with each other.
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
/// literals, two for each turn, until all lanes have come to their sequence's end, and then the
/// matches. A lane that is done, or has found something wrong, waits for the others.
///
/// Calls put_literal(k, at, byte) for the lane's k-th literal, which is byte `at` of the sub-block
/// if that is right, and put_sequence(i, word) for its i-th sequence (see gompresso::word_of), i
/// below count. Collective.
template <class Thread, class PutLiteral, class PutSequence>
CODAG_DEVICE sub_block_content read_sub_blocks(const Thread& t,
                                               const simt::warp_group<Thread>& warp,
                                               const later_words& words, const code_tables& codes,
                                               const lane_sub_block& mine,
                                               const PutLiteral& put_literal,
                                               const PutSequence& put_sequence) {
  lane_bits<Thread> in(t, words, mine.at);
  std::uint32_t literals = 0, matched = 0;  // bytes of literals, and of matches
  std::uint32_t lengths = 0;                // all of them, bit by bit
  bool wrong = false;
  CODAG_NO_UNROLL
  for (std::uint32_t i = 0; i < sub_block_sequences; ++i) {
    const bool going = i < mine.count && !wrong;
    const std::uint32_t before = literals;
    code_table::entry e;
    bool more = going;
    CODAG_NO_UNROLL
    do {
      const std::uint32_t bits = in.look();
      const code_table::entry first = codes.literals.find(bits);
      const bool one = more && literal_entry::is_literal(first);
      const unsigned length = one ? code_table::length_of(first) : 0;
      e = codes.literals.find(bits >> length);
      const bool two = one && literal_entry::is_literal(e);
      if (one) put_literal(literals, literals + matched, literal_entry::value(first));
      if (two) put_literal(literals + 1, literals + 1 + matched, literal_entry::value(e));
      literals += (one ? 1 : 0) + (two ? 1 : 0);
      in.take(length + (two ? code_table::length_of(e) : 0));
      // After the sub-block's end, there may be literals without end.
      more = two && in.taken() <= mine.size.bits;
      // The lanes stay together.
    } while (warp.any(more));
    if (!going) continue;
    wrong = e == 0 || in.taken() > mine.size.bits;
    gompresso::sequence s{literals - before, 0, 0};
    const unsigned extra = literal_entry::extra(e);
    if (extra == literal_entry::no_match) {
      in.take(code_table::length_of(e));
    } else {
      s.length = 1 + literal_entry::value(e) + low_of(in.look() >> code_table::length_of(e), extra);
      in.take(code_table::length_of(e) + extra);
      const std::uint32_t bits = in.look();
      const code_table::entry d = codes.distances.find(bits);
      wrong = wrong || d == 0;
      const unsigned more_bits = distance_entry::extra(d);
      s.distance = 1 + (distance_entry::high(d) << more_bits) +
                   low_of(bits >> code_table::length_of(d), more_bits);
      in.take(code_table::length_of(d) + more_bits);
    }
    matched += s.length;
    lengths |= s.literals | s.length;
    put_sequence(i, gompresso::word_of(s));
  }
  // What no word of a sequence can hold is above any limit, too.
  static_assert(gompresso::max_literals == 255 && gompresso::max_look_ahead == 255);
  wrong = wrong || lengths > 255 || in.taken() != mine.size.bits ||
          literals + matched != mine.size.bytes;
  return {literals, mine.count > 0 && wrong};
}

}  // namespace codag::gompresso_bit
