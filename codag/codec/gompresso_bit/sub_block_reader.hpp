// A lane decodes its sub-block to sequences and literals.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/gompresso/sequence.hpp"
#include "codag/codec/gompresso_bit/chunk_header.hpp"
#include "codag/codec/gompresso_bit/code_table.hpp"
#include "codag/codec/gompresso_bit/format.hpp"
#include "codag/codec/gompresso_bit/lane_bits.hpp"
#include "codag/codec/gompresso_bit/symbol_entries.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag::gompresso_bit {

/// What a lane has found in its sub-block.
enum class found : std::uint8_t {
  right,
  wrong,          ///< something that is no symbol, or other sizes than the header says
  many_literals,  ///< more than it has room for
};

/// Decodes the sub-block of `count` sequences at bit `at`. Calls put_literal(k, byte) for its k-th
/// literal, k below `room`, and put_sequence(i, word) for its i-th sequence (see
/// gompresso::word_of). `literals` becomes their number.
template <class Thread, class PutLiteral, class PutSequence>
CODAG_DEVICE found read_sub_block(const Thread& t, const compressed_words& words,
                                  const code_tables& codes, std::uint32_t at, const sub_block& size,
                                  std::uint32_t count, std::uint32_t room, std::uint32_t& literals,
                                  const PutLiteral& put_literal, const PutSequence& put_sequence) {
  lane_bits<Thread> in(t, words, at);
  literals = 0;
  std::uint32_t before = 0;   // literals of the sequences before
  std::uint32_t matched = 0;  // bytes of their matches
  CODAG_NO_UNROLL
  for (std::uint32_t i = 0; i < count;) {
    const std::uint32_t bits = in.look();
    const code_table::entry e = codes.literals.find(bits);
    if (e == 0) return found::wrong;
    in.take(code_table::length_of(e));
    if (literal_entry::is_literal(e)) {
      if (literals == room) return found::many_literals;
      put_literal(literals++, static_cast<std::uint8_t>(literal_entry::value(e)));
      continue;
    }
    gompresso::sequence s{literals - before, 0, 0};
    before = literals;
    const unsigned extra = literal_entry::extra(e);
    if (extra != literal_entry::no_match) {
      s.length = 1 + literal_entry::value(e) + in.take_low(extra);
      const code_table::entry d = codes.distances.find(in.look());
      if (d == 0) return found::wrong;
      in.take(code_table::length_of(d));
      const unsigned low_bits = distance_entry::extra(d);
      s.distance = 1 + (distance_entry::high(d) << low_bits) + in.take_low(low_bits);
    }
    // What no word of a sequence can hold is above any limit, too.
    if (s.literals > gompresso::max_literals || s.length > gompresso::max_look_ahead)
      return found::wrong;
    matched += s.length;
    put_sequence(i++, gompresso::word_of(s));
  }
  return in.taken() == size.bits && literals + matched == size.bytes ? found::right : found::wrong;
}

}  // namespace codag::gompresso_bit
