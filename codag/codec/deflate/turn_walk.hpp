// turn_walk: one lane passes tokens from a bit of a window on, many in each turn.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/codec/deflate/block_tables.hpp"
#include "codag/codec/deflate/code_range.hpp"
#include "codag/codec/deflate/common_length.hpp"
#include "codag/codec/deflate/literal_walk.hpp"
#include "codag/codec/deflate/token_walk.hpp"
#include "codag/codec/deflate/walked_turn.hpp"

namespace codag::deflate {

/// A lane's place in a window in the first pass. If a common length dominates, literals of that
/// length are found by comparing bits, 64 places at a time; otherwise, literals are looked up.
class turn_walk {
  static constexpr unsigned run_places = 64;
  static constexpr unsigned most_run_bits = run_places + common_length::code_bits - 1;

 public:
  static constexpr unsigned most_turn_bits = literal_walk::most_turn_bits;
  static_assert(most_run_bits + max_token_bits <= most_turn_bits);

  CODAG_DEVICE turn_walk(const common_length& common, const code_range& literals,
                         const std::uint32_t* staged, std::uint32_t bit)
      : compares_(common.dominates()), literals_(literals), walk_(staged, bit) {
    if (!compares_) return;
    for (; run_bits_ < run_places; run_bits_ += common.length)
      run_begins_ |= std::uint64_t{1} << run_bits_;
  }

  CODAG_DEVICE std::uint32_t bit() const { return walk_.bit(); }

  /// Passes literals, and at most one other token, the last one.
  CODAG_DEVICE walked_turn take_turn(const block_tables& tables) {
    if (!compares_) return walk_.take_turn(tables);
    walked_turn turn{.begin = walk_.bit(), .begins = run_begins_, .special = 0, .more_bytes = 0};
    const std::uint64_t others = run_begins_ & ~literals_.begins_from(walk_.staged(), walk_.bit());
    if (others == 0) {
      walk_.skip(run_bits_);
    } else {
      // What begins after the first of these has not been passed.
      turn.begins &= others ^ (others - 1);
      walk_.skip(lowest_bit(others));
      walk_.take_last(tables, turn);
    }
    return turn;
  }

 private:
  bool compares_;
  const code_range& literals_;
  literal_walk walk_;
  // A turn of such literals only: its bits, and bit i: a token begins i bits after its begin.
  std::uint32_t run_bits_ = 0;
  std::uint64_t run_begins_ = 0;
};

}  // namespace codag::deflate
