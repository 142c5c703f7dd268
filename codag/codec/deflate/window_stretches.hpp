// A window that the lanes of a warp decode together: its stretches, and how their tokens join.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/deflate/token_walk.hpp"
#include "codag/simt/lane_path.hpp"
#include "codag/simt/simt.hpp"

namespace codag::deflate {

/// Lanes decode tokens in turns, and look for marks between turns. A turn of window_lanes is
/// turn_tokens tokens. One of two_pass_lanes is several literals and at most one other token
/// (literal_walk, turn_walk), or up to turn_tokens tokens that begin in 64 bits (whole_token_walk).
/// None has more than turn_tokens * max_token_bits bits.
inline constexpr unsigned turn_tokens = 4;
/// Words after the last stretch that a lane can touch: it may pass the stretch's end by the tokens
/// of a turn, and reads three words after its place.
inline constexpr std::uint32_t spare_words = (turn_tokens * max_token_bits) / 32 + 4;

/// What a window has given.
struct parsed_window {
  std::uint32_t end;     ///< where the next window begins, or what follows the block; in bits
  std::uint32_t tokens;  ///< that count
  std::uint32_t steps;   ///< that the lanes took in parallel; 0: not counted
  bool block_ends;       ///< the last token is the last of its block
  bool refused;          ///< bits that are no token, or a token whose output is impossible
  bool full;             ///< there is no room for the lists

  /// Nothing counts, because there is no room for the lists.
  static CODAG_DEVICE parsed_window no_room() {
    return {.end = 0, .tokens = 0, .steps = 0, .block_ends = false, .refused = false, .full = true};
  }
};

/// A window is 32 stretches of whole words. Lane k starts at stretch k's first bit, which need not
/// be a token's: only lane 0's is known to be one. Huffman codes synchronise themselves: after some
/// wrong tokens, the lane decodes the stream's real ones. It marks where its tokens begin, or some
/// of them. The lane before it continues into its stretch until it reaches a mark ("they meet"):
/// from there on, both would decode the same. So the tokens that count are lane 0's, then those of
/// the lane that it meets, from the meeting on, and so on.
///
/// Stretches have an odd number of words, so that lanes at the same place of their stretches use
/// different banks of shared memory.
struct window_stretches {
  std::uint32_t words;  ///< of each
  std::uint32_t bits;   ///< of the window, in the chunk: after its end there are only zeros

  /// For a window of a chunk with `bits` more bits, of which about `expected` are the block's. A
  /// stretch has `least` to `most` words, both odd.
  static CODAG_DEVICE window_stretches of(std::uint32_t bits, std::uint32_t expected,
                                          std::uint32_t least, std::uint32_t most) {
    const std::uint32_t wanted =
        ((expected < bits ? expected : bits) + 32 * simt::warp_size - 1) / (32 * simt::warp_size);
    const std::uint32_t words = wanted < least ? least : wanted > most ? most : wanted | 1;
    const std::uint32_t all = 32 * simt::warp_size * words;
    return {words, bits < all ? bits : all};
  }
  CODAG_DEVICE std::uint32_t all_words() const { return simt::warp_size * words; }
  CODAG_DEVICE std::uint32_t begin(unsigned lane) const { return lane * 32 * words; }
  CODAG_DEVICE std::uint32_t end(unsigned lane) const { return begin(lane) + 32 * words; }
  /// The lane whose stretch has that bit.
  CODAG_DEVICE unsigned lane_of(std::uint32_t bit) const { return bit / 32 / words; }
};

/// The tokens of a lane that count: those from number `first` on, which begins at bit `begin`.
struct lane_tokens {
  bool count;
  std::uint32_t first, begin;
};

/// Where a lane has stopped: at the window's end, or where it has met another one.
struct lane_end {
  static constexpr unsigned no_lane = simt::warp_size;

  std::uint32_t bit;
  unsigned whom;        ///< the lane that it has met, which is a later one; or no_lane
  std::uint32_t there;  ///< the number of the meeting's token in that lane's list
};

/// Follows the meetings from lane 0 on. `window_end` is where the last lane has stopped.
/// Collective.
template <class Warp>
CODAG_DEVICE lane_tokens follow_meetings(const Warp& warp, const lane_end& mine,
                                         std::uint32_t& window_end) {
  // Each lane meets a later one. So the one that met this lane is the last one before it.
  const unsigned lane = warp.rank();
  const unsigned path = simt::lane_path(warp, mine.whom);
  const unsigned last = warp.last_of(path);
  const unsigned met_by = warp.last_of(path & ((1u << lane) - 1)) % simt::warp_size;
  lane_tokens its{.count = (path >> lane & 1) != 0, .first = 0, .begin = 0};
  const std::uint32_t first = warp.shuffle(mine.there, met_by);
  const std::uint32_t begin = warp.shuffle(mine.bit, met_by);
  if (its.count && lane != 0) {
    its.first = first;
    its.begin = begin;
  }
  window_end = warp.shuffle(mine.bit, last);
  return its;
}

}  // namespace codag::deflate
