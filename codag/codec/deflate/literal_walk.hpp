// literal_walk: one lane decodes tokens from a bit of a window on, most of which are literals.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/codec/deflate/block_tables.hpp"
#include "codag/codec/deflate/stage_words.hpp"
#include "codag/codec/deflate/table_entry.hpp"
#include "codag/codec/deflate/token_walk.hpp"
#include "codag/lz/tokens/token.hpp"

namespace codag::deflate {

/// What a lane has passed in a turn of the first pass.
struct walked_turn {
  std::uint32_t begin;   ///< the turn's first bit, where a token begins
  std::uint64_t begins;  ///< bit i: a token begins i bits after `begin`
  table_entry special;   ///< of the turn's last token; 0 if that is an ordinary one
};

/// Decodes the token at `bit`, and moves `bit` to the next one.
CODAG_DEVICE walked pass_token(const block_tables& tables, const std::uint32_t* staged,
                               std::uint32_t& bit) {
  token_walk here(staged, bit);
  const walked found = here.step(tables);
  bit = here.bit();
  return found;
}

/// A lane's place in a window, as token_walk. A literal takes one look-up of the stream's bits that
/// are in registers, and waits for nothing else. Any other token, or a long codeword, branches to
/// token_walk, where the other lanes wait.
class literal_walk {
 public:
  CODAG_DEVICE literal_walk(const std::uint32_t* staged, std::uint32_t bit)
      : staged_(staged), bit_(bit) {}

  CODAG_DEVICE std::uint32_t bit() const { return bit_; }

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
    const walked found = pass_token(tables, staged_, bit_);
    load();
    return found;
  }

  /// A turn has 2 * steps literals at most, and then at most one other token.
  static constexpr unsigned most_turn_bits = 2 * steps * max_code_bits + max_token_bits;
  /// Decodes literals, and at most one other token, the last one.
  CODAG_DEVICE walked_turn take_turn(const block_tables& tables) {
    static_assert((2 * steps - 1) * literal_table::primary_bits < 64, "the turn's begins fit");
    walked_turn turn{.begin = bit_, .begins = 0, .special = 0};
    bool is_other = false;
    CODAG_UNROLL
    for (unsigned k = 0; k < 2 * steps; ++k) {
      if (k % steps == 0) load();
      const table_entry entry = tables.literals.first(bits_);
      turn.begins |= std::uint64_t{1} << (bit_ - turn.begin);
      if (!is_literal(entry)) {
        is_other = true;
        break;
      }
      pass(entry);
    }
    if (is_other) turn.special = pass_token(tables, staged_, bit_).special;
    return turn;
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
