// common_length_walk: one lane passes tokens from a bit of a window on, most of which are literals
// of a common length.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/codec/deflate/block_tables.hpp"
#include "codag/codec/deflate/code_range.hpp"
#include "codag/codec/deflate/common_length.hpp"
#include "codag/codec/deflate/literal_walk.hpp"
#include "codag/codec/deflate/token_walk.hpp"

namespace codag::deflate {

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
      turn.special = pass_token(tables, staged_, bit_).special;
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
