// literal_walk: one lane decodes tokens from a bit of a window on, most of which are literals.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/codec/deflate/block_tables.hpp"
#include "codag/codec/deflate/stage_words.hpp"
#include "codag/codec/deflate/table_entry.hpp"
#include "codag/codec/deflate/token_walk.hpp"
#include "codag/codec/deflate/walked_turn.hpp"
#include "codag/lz/tokens/token.hpp"

namespace codag::deflate {

/// A lane's place in a window, as token_walk. A literal takes one look-up of the stream's bits that
/// are in registers, and waits for nothing else. Any other token, or a long codeword, branches to
/// token_walk, where the other lanes wait.
class literal_walk {
 public:
  CODAG_DEVICE literal_walk(const std::uint32_t* staged, std::uint32_t bit)
      : staged_(staged), bit_(bit) {}

  CODAG_DEVICE const std::uint32_t* staged() const { return staged_; }
  CODAG_DEVICE std::uint32_t bit() const { return bit_; }
  /// Passes so many bits of literals.
  CODAG_DEVICE void skip(std::uint32_t bits) { bit_ += bits; }

  /// How many steps the bits in registers suffice for.
  static constexpr unsigned steps = 4;
  static_assert(steps * max_code_bits <= 64);
  /// Comes before each `steps` steps.
  CODAG_DEVICE void load() {
    bits_ = staged_bits(staged_, bit_);
    more_bits_ = staged_bits(staged_, bit_ + 32);
  }
  /// As token_walk::step().
  CODAG_DEVICE walked step(const block_tables& tables) {
    const table_entry entry = tables.literals.first(bits_);
    if (is_literal(entry)) {
      pass(entry);
      return {lz::make_token(entry, 0), 0, false};
    }
    const walked found = take_token(tables);
    load();
    return found;
  }

  /// Decodes any token. load() follows, if steps do.
  CODAG_DEVICE walked take_token(const block_tables& tables) {
    token_walk here(staged_, bit_);
    const walked found = here.step(tables);
    bit_ = here.bit();
    return found;
  }
  /// The most literals that are taken at once.
  static constexpr unsigned most_literals = 2 * steps;
  /// Decodes up to `most` literals, and no more than most_literals. Returns their number; the first
  /// one is the lowest byte of `bytes`, whose other bytes are 0.
  CODAG_DEVICE unsigned take_literals(const block_tables& tables, unsigned most,
                                      std::uint64_t& bytes) {
    static_assert(most_literals <= sizeof(bytes));
    std::uint32_t words[2] = {};
    unsigned taken = 0;
    CODAG_UNROLL
    for (unsigned k = 0; k < most_literals; ++k) {
      if (k % steps == 0) load();
      const table_entry entry = tables.literals.first(bits_);
      if (k >= most || !is_literal(entry)) break;
      // An entry's byte 2 is the literal (table_entry).
      const unsigned place = 4 * (k % 4);
      words[k / 4] = byte_permute(words[k / 4], entry, (0x3210u & ~(0xfu << place)) | 6u << place);
      pass(entry);
      ++taken;
    }
    bytes = std::uint64_t{words[1]} << 32 | words[0];
    return taken;
  }

  static constexpr unsigned most_turn_bits = most_literals * max_code_bits + max_token_bits;
  /// Passes up to most_literals literals, and at most one other token, the last one.
  CODAG_DEVICE walked_turn take_turn(const block_tables& tables) {
    static_assert((most_literals - 1) * literal_table::primary_bits < 64, "the turn's begins fit");
    walked_turn turn{.begin = bit_, .begins = 0, .special = 0, .more_bytes = 0};
    bool is_other = false;
    CODAG_UNROLL
    for (unsigned k = 0; k < most_literals; ++k) {
      if (k % steps == 0) load();
      const table_entry entry = tables.literals.first(bits_);
      turn.begins |= std::uint64_t{1} << (bit_ - turn.begin);
      if (!is_literal(entry)) {
        is_other = true;
        break;
      }
      pass(entry);
    }
    if (is_other) take_last(tables, turn);
    return turn;
  }
  /// Decodes the token that ends a turn.
  CODAG_DEVICE void take_last(const block_tables& tables, walked_turn& turn) {
    const walked its = take_token(tables);
    turn.special = its.special;
    turn.more_bytes = its.special != 0 ? 0 : lz::bytes_of(its.token) - 1;
  }

 private:
  CODAG_DEVICE void pass(table_entry literal) {
    bit_ += length_of(literal);
    bits_ = funnel_shift_right(bits_, more_bits_, length_of(literal));
    more_bits_ >>= length_of(literal);
  }

  const std::uint32_t* staged_;
  std::uint32_t bit_;
  std::uint32_t bits_ = 0, more_bits_ = 0;  // from bit_ on
};

}  // namespace codag::deflate
