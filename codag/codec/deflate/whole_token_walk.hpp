// whole_token_walk: one lane decodes tokens from a bit of a window on, some of which are literals.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/deflate/block_tables.hpp"
#include "codag/codec/deflate/token_walk.hpp"
#include "codag/codec/deflate/walked_turn.hpp"
#include "codag/codec/deflate/window_stretches.hpp"

namespace codag::deflate {

/// A lane's place in a window, as literal_walk, in either pass. Where many tokens are matches, all
/// tokens take the same steps, and the lanes stay together.
class whole_token_walk {
  static constexpr unsigned most_places = 64;

 public:
  static constexpr unsigned most_turn_bits = most_places - 1 + max_token_bits;

  CODAG_DEVICE whole_token_walk(const std::uint32_t* staged, std::uint32_t bit)
      : here_(staged, bit) {}

  CODAG_DEVICE std::uint32_t bit() const { return here_.bit(); }
  /// As in literal_walk.
  CODAG_DEVICE void load() {}
  CODAG_DEVICE walked step(const block_tables& tables) { return here_.step(tables); }

  /// Passes up to turn_tokens tokens; a special one is the last. Their bytes are not counted.
  CODAG_DEVICE walked_turn take_turn(const block_tables& tables) {
    walked_turn turn{.begin = bit(), .begins = 0, .special = 0, .more_bytes = 0};
    CODAG_UNROLL
    for (unsigned k = 0; k < turn_tokens; ++k) {
      const std::uint32_t offset = bit() - turn.begin;
      if (offset >= most_places || turn.special != 0) break;
      turn.begins |= std::uint64_t{1} << offset;
      turn.special = step(tables).special;
    }
    return turn;
  }

 private:
  token_walk here_;
};

}  // namespace codag::deflate
