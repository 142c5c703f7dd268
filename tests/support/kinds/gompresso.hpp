// The kinds of sequences of gompresso_byte and gompresso_bit (their format.md).
#pragma once

#include <algorithm>

#include "codag/codec/gompresso/limits.hpp"
#include "codag/codec/gompresso/sequence.hpp"
#include "codag/codec/gompresso/words.hpp"
#include "codag/codec/gompresso_bit/format.hpp"
#include "codag/codec/gompresso_bit/prefix_code.hpp"
#include "tests/support/kinds/kind_counts.hpp"

namespace codag::test {

inline kind_list kinds_of_gompresso_byte() {
  return {"chunk without sequences",
          "chunk without dependencies",
          "chunk with dependencies",
          "full group",
          "last group of fewer sequences",
          "sequence of literals and a match",
          "sequence of literals",
          "sequence of a match",
          "sequence of nothing",
          "sequence with the most literals",
          "match of up to 8",
          "match of 9 to 32",
          "match of more than 32",
          "distance 1",
          "distance below the length",
          "distance from the length on",
          "distance of more than 2048",
          "match that copies from its group",
          "match that copies from an earlier group",
          "match that copies from both"};
}

inline kind_list kinds_of_gompresso_bit() {
  return joined(kinds_of_gompresso_byte(),
                {"sub-blocks of 8", "sub-blocks of 16", "sub-blocks of 32",
                 "last sub-block of fewer sequences", "codewords of up to 9 bits",
                 "codewords of up to 10 bits", "codeword of 10 bits", "code of one symbol",
                 "code without distances", "code of one distance", "code of several distances"});
}

/// Counts a chunk's sequences, one after the other.
class sequence_counter {
 public:
  sequence_counter(std::span<const std::byte> in, std::uint32_t most_literals, kind_counts& seen)
      : seen_(seen), most_literals_(most_literals), count_(gompresso::word_at(in, 0)) {
    seen_.note(gompresso::says_independent(in) ? "chunk without dependencies"
                                               : "chunk with dependencies");
    seen_.note_if(count_ == 0, "chunk without sequences");
    seen_.note_if(count_ >= gompresso::group_sequences, "full group");
    seen_.note_if(count_ % gompresso::group_sequences != 0, "last group of fewer sequences");
  }

  [[nodiscard]] std::uint32_t left() const { return count_ - counted_; }

  void next(const gompresso::sequence& s) {
    if (counted_++ % gompresso::group_sequences == 0) group_begin_ = written_;
    seen_.note(s.literals > 0
                   ? s.length > 0 ? "sequence of literals and a match" : "sequence of literals"
               : s.length > 0 ? "sequence of a match"
                              : "sequence of nothing");
    seen_.note_if(s.literals == most_literals_, "sequence with the most literals");
    written_ += s.literals;
    if (s.length == 0) return;
    seen_.note(s.length <= 8    ? "match of up to 8"
               : s.length <= 32 ? "match of 9 to 32"
                                : "match of more than 32");
    seen_.note(s.distance == 1         ? "distance 1"
               : s.distance < s.length ? "distance below the length"
                                       : "distance from the length on");
    seen_.note_if(s.distance > 2048, "distance of more than 2048");
    const std::uint64_t source = written_ - s.distance;
    seen_.note(source >= group_begin_              ? "match that copies from its group"
               : source + s.length <= group_begin_ ? "match that copies from an earlier group"
                                                   : "match that copies from both");
    written_ += s.length;
  }

 private:
  kind_counts& seen_;
  std::uint32_t most_literals_, count_, counted_ = 0;
  std::uint64_t written_ = 0, group_begin_ = 0;
};

/// Counts a chunk of gompresso_byte that the reference decoder has accepted.
inline void count_gompresso_byte(std::span<const std::byte> in, kind_counts& seen) {
  sequence_counter sequences(in, gompresso::max_literals, seen);
  for (std::size_t at = 8; sequences.left() > 0;) {
    std::uint32_t literals = 0;
    for (std::uint32_t n = std::min(sequences.left(), gompresso::group_sequences); n > 0;
         --n, at += 4) {
      const auto s = gompresso::sequence_of(gompresso::word_at(in, at));
      literals += s.literals;
      sequences.next(s);
    }
    at += literals;
  }
}

/// Counts a chunk of gompresso_bit that the reference decoder has accepted.
inline void count_gompresso_bit(std::span<const std::byte> in, kind_counts& seen) {
  using namespace gompresso_bit;
  const shape its = shape::of(gompresso::word_at(in, shape_at));
  seen.note("sub-blocks of " + std::to_string(its.sequences));
  seen.note("codewords of up to " + std::to_string(its.code_bits) + " bits");
  std::vector<std::uint8_t> lengths;
  for (unsigned i = 0; i < all_symbols; ++i)
    lengths.push_back(static_cast<std::uint8_t>(byte_at(in, lengths_at + i / 2) >> i % 2 * 4 & 15));
  const auto all = std::span<const std::uint8_t>(lengths);
  const prefix_code literals(all.first(literal_symbols), its.code_bits);
  const prefix_code distances(all.subspan(literal_symbols), distance_code_bits);
  seen.note_if(literals.sorted.size() == 1, "code of one symbol");
  seen.note(distances.sorted.empty()       ? "code without distances"
            : distances.sorted.size() == 1 ? "code of one distance"
                                           : "code of several distances");

  sequence_counter sequences(in, its.most_literals(), seen);
  seen.note_if(sequences.left() % its.sequences != 0, "last sub-block of fewer sequences");
  // Sub-blocks lie one after the other, so their sizes are not needed.
  std::size_t at =
      8 * (header_bytes + std::size_t{its.blocks_of(sequences.left())} * sub_block_bytes);
  const auto bits = [&](unsigned count) {
    std::uint32_t value = 0;
    for (unsigned i = 0; i < count; ++i, ++at) value |= (byte_at(in, at / 8) >> at % 8 & 1) << i;
    return value;
  };
  const auto symbol = [&](const prefix_code& code) {
    std::uint32_t word = 0;
    for (unsigned length = 1;; ++length) {
      word = word << 1 | bits(1);
      if (word - code.first[length] >= code.count[length]) continue;
      seen.note_if(length == max_code_bits, "codeword of 10 bits");
      return std::uint32_t{code.sorted[code.index[length] + word - code.first[length]]};
    }
  };
  const auto value_of = [&](unsigned slot) {
    return 1 + slot_begin(slot) + bits(extra_bits(slot));
  };
  while (sequences.left() > 0) {
    gompresso::sequence s{};
    std::uint32_t next = 0;
    while ((next = symbol(literals)) < no_length) ++s.literals;
    if (next != no_length) {
      s.length = value_of(next - first_length_slot);
      s.distance = value_of(symbol(distances));
    }
    sequences.next(s);
  }
}

}  // namespace codag::test
