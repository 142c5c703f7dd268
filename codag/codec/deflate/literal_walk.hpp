// literal_walk: one lane decodes tokens from a bit of a window on, most of which are literals.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/codec/deflate/block_tables.hpp"
#include "codag/codec/deflate/staged_words.hpp"
#include "codag/codec/deflate/table_entry.hpp"
#include "codag/codec/deflate/token_walk.hpp"
#include "codag/lz/tokens/token.hpp"

namespace codag::deflate {

/// A lane's place in a window, as token_walk. A literal takes one look-up of the stream's bits that
/// are in registers, and waits for nothing else. The rest branches: a step in which a lane has a
/// match takes longer than token_walk's.
class literal_walk {
 public:
  /// How many steps the bits in registers suffice for.
  static constexpr unsigned turn = 4;
  static_assert(turn * max_code_bits <= 64);

  CODAG_DEVICE literal_walk(const std::uint32_t* staged, std::uint32_t bit)
      : staged_(staged), bit_(bit) {}

  CODAG_DEVICE std::uint32_t bit() const { return bit_; }

  /// Comes before each `turn` steps.
  CODAG_DEVICE void begin_turn() {
    bits_ = staged_bits(staged_, bit_);
    more_bits_ = staged_bits(staged_, bit_ + 32);
  }
  /// As token_walk::step().
  CODAG_DEVICE walked step(const block_tables& tables) {
    table_entry entry = tables.literals.first(bits_);
    if (length_of(entry) == 0) entry = tables.literals.second(entry, bits_);
    if (is_literal(entry)) {
      bit_ += length_of(entry);
      bits_ = funnel_shift_right(bits_, more_bits_, length_of(entry));
      more_bits_ >>= length_of(entry);
      return {lz::make_token(entry, 0), 0, false};
    }
    token_walk here(staged_, bit_);
    const walked found = here.step(tables);
    bit_ = here.bit();
    begin_turn();
    return found;
  }

 private:
  const std::uint32_t* staged_;
  std::uint32_t bit_;
  std::uint32_t bits_ = 0, more_bits_ = 0;  // from bit_ on
};

}  // namespace codag::deflate
