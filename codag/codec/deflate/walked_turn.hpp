// walked_turn: what a lane has passed at once in the first of two passes.
#pragma once

#include <cstdint>

#include "codag/codec/deflate/table_entry.hpp"

namespace codag::deflate {

/// The tokens of a turn. All but the last one are literals, if their bytes are counted.
struct walked_turn {
  std::uint32_t begin;   ///< the turn's first bit, where a token begins
  std::uint64_t begins;  ///< bit i: a token begins i bits after `begin`
  /// Of the last token: its entry if it is special, or 0; and the bytes that it gives, less one.
  table_entry special;
  std::uint32_t more_bytes;
};

}  // namespace codag::deflate
