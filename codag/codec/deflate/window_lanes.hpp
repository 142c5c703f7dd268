// window_lanes: the lanes of a warp decode tokens from 32 places of a window at once.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/codec/deflate/block_tables.hpp"
#include "codag/codec/deflate/common_length.hpp"
#include "codag/codec/deflate/stage_words.hpp"
#include "codag/codec/deflate/token_lists.hpp"
#include "codag/codec/deflate/token_walk.hpp"
#include "codag/codec/deflate/window_stretches.hpp"
#include "codag/simt/simt.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag::deflate {

/// The words of a stretch.
inline constexpr std::uint32_t most_stretch_words = 35, least_stretch_words = 9;
static_assert(most_stretch_words % 2 == 1 && least_stretch_words % 2 == 1);
inline constexpr std::uint32_t most_window_words =
    simt::warp_size * most_stretch_words + spare_words;

/// A window in shared memory. While a block's header is read, there are no marks.
struct window_storage {
  std::uint32_t staged[most_window_words];
  union {
    std::uint32_t marks[most_window_words];  ///< one bit per bit of a stretch
    block_scratch codes;
  };
};
static_assert(max_header_words <= most_window_words);

/// Parses windows as window_stretches says. A lane lists its tokens until it meets another lane,
/// even those that will not count.
template <class Thread>
class window_lanes {
 public:
  using storage = window_storage;
  /// A step here takes longer than a token does where all lanes decode the same one. With fewer
  /// tokens per step than two, lanes bring too little. The number is an estimate.
  static CODAG_DEVICE bool give_up(std::uint32_t tokens, std::uint32_t steps) {
    constexpr std::uint32_t tried_steps = 512;
    return steps >= tried_steps && tokens < 2 * steps;
  }

  /// Whether the lanes of a block with these tables will meet early. Collective.
  template <class Warp>
  static CODAG_DEVICE bool suits(const Warp& warp, const block_tables& tables) {
    return !common_length::of(warp, tables.literals).synchronises_late();
  }

  CODAG_DEVICE window_lanes(const simt::warp_group<Thread>& warp, const block_tables& tables,
                            window_storage& s)
      : warp_(warp), tables_(tables), s_(s), lane_(warp.rank()) {}

  /// Parses the window that begins at the chunk's bit `bit`, where a token begins; `bits` follow in
  /// the chunk, of which about `expected` belong to the block. Collective.
  CODAG_DEVICE parsed_window parse(const Thread& t, const compressed_words& words,
                                   std::uint32_t bit, std::uint32_t bits, std::uint32_t expected,
                                   token_list_writer<Thread>& lists) {
    const auto its = window_stretches::of(bits, expected, least_stretch_words, most_stretch_words);
    const std::uint32_t words_of_all = its.all_words();
    // Every lane has read what is overwritten now: the last window's marks, or a block's header.
    warp_.sync();
    for (std::uint32_t i = lane_; i < words_of_all; i += simt::warp_size) s_.marks[i] = 0;
    stage_words(warp_, t, words, bit, s_.staged, words_of_all + spare_words);
    // The next window's words are being loaded while this one is parsed.
    words.prefetch(t, bit / 32 + words_of_all + lane_ * 32);

    token_walk walk(s_.staged, its.begin(lane_));
    walk_all(walk, its, lists);
    return join(walk.bit(), its, lists);
  }

 private:
  static constexpr std::uint32_t none = ~0u;

  /// Each lane decodes until it meets another one, or reaches the window's end.
  CODAG_DEVICE void walk_all(token_walk& walk, const window_stretches& its,
                             const token_list_writer<Thread>& lists) {
    const std::uint32_t stretch_end = its.end(lane_);
    const std::uint32_t stop = stretch_end < its.bits ? stretch_end : its.bits;
    const std::uint32_t most_turns = lists.most_rows() * (token_list::row_tokens / turn_tokens);
    bool goes_on = its.begin(lane_) < its.bits;
    turns_ = lane_turns_ = last_special_ = 0;
    first_special_ = none;
    met_ = full_ = false;
    for (; warp_.any(goes_on); ++turns_) {
      if (turns_ == most_turns) {
        full_ = true;
        break;
      }
      if (goes_on) {
        const std::uint32_t turn_begin = walk.bit();
        table_entry special = 0;
        word_quad row;
        for (unsigned k = 0; k < turn_tokens; ++k) {
          const std::uint32_t at = walk.bit();
          const walked found = walk.step(tables_);
          row.words[k] = found.token;
          special |= found.special;
          // Without a branch: a lane marks nothing once it has passed its stretch's end.
          warp_.atomic_or(&s_.marks[word_of(at)], at < stretch_end ? 1u << at % 32 : 0);
        }
        lists.put(turns_, row);
        if (special != 0) {
          if (first_special_ == none) {
            first_special_ = turns_;
            first_special_bit_ = turn_begin;
          }
          last_special_ = turns_;
        }
        lane_turns_ = turns_ + 1;
      }
      // The turn's marks are there before a lane looks for one.
      warp_.sync();
      if (goes_on && walk.bit() >= stop) {
        met_ = walk.bit() < its.bits && is_marked(walk.bit());
        goes_on = !met_ && walk.bit() < its.bits;
      }
      // Lanes have read the marks before others store those of the next turn.
      warp_.sync();
    }
  }

  CODAG_DEVICE bool is_marked(std::uint32_t bit) const {
    return (s_.marks[bit / 32] >> bit % 32 & 1) != 0;
  }

  /// A special token: its number in the lane's list, and the bit after it.
  struct special_token {
    std::uint32_t index, end;
    bool bad;
  };

  /// Ends the window: finds out which tokens count, and where the next window begins. `end` is
  /// where the lane has stopped.
  CODAG_DEVICE parsed_window join(std::uint32_t end, const window_stretches& its,
                                  token_list_writer<Thread>& lists) const {
    if (full_) return parsed_window::no_room();
    std::uint32_t window_end;
    const lane_tokens mine = follow_meetings(warp_, meeting(end, its), window_end);
    std::uint32_t count = mine.count ? turn_tokens * lane_turns_ - mine.first : 0;

    // The first special token that counts cuts off what follows it.
    const special_token cut = first_that_counts(mine);
    const unsigned cuts = warp_.ballot(cut.index != none);
    bool refused = false;
    if (cuts != 0) {
      const unsigned lane = lowest_bit(cuts);
      refused = (warp_.ballot(cut.bad) >> lane & 1) != 0;
      window_end = warp_.shuffle(cut.end, lane);
      if (lane_ == lane) count = cut.index - mine.first;
      if (lane_ > lane) count = 0;
    }
    std::uint32_t tokens;
    warp_.inclusive_sum(count, tokens);
    lists.end_window({mine.first, count}, rows_of(turns_));
    return {.end = window_end,
            .tokens = tokens,
            .steps = turns_ * turn_tokens,
            .block_ends = cuts != 0,
            .refused = refused,
            .full = false};
  }

  /// What the lane has met at bit `end`. That token's number is the count of marks before it.
  CODAG_DEVICE lane_end meeting(std::uint32_t end, const window_stretches& its) const {
    if (!met_) return {.bit = end, .whom = lane_end::no_lane, .there = 0};
    const unsigned whom = its.lane_of(end);
    const std::uint32_t word = end / 32;
    std::uint32_t there = 0;
    for (std::uint32_t i = whom * its.words; i < word; ++i) there += popcount(s_.marks[i]);
    there += popcount(s_.marks[word] & ((1u << end % 32) - 1));
    return {.bit = end, .whom = whom, .there = there};
  }

  /// The lane's first special token that counts; its index is `none` if there is none. The turns
  /// with special tokens are known. Few lanes have any, so they decode them once more.
  CODAG_DEVICE special_token first_that_counts(const lane_tokens& mine) const {
    if (mine.count && first_special_ != none) {
      const std::uint32_t end = turn_tokens * (last_special_ + 1);
      std::uint32_t i = turn_tokens * first_special_, bit = first_special_bit_;
      if (i < mine.first) {
        i = mine.first;
        bit = mine.begin;
      }
      if (i < end) {
        for (token_walk walk(s_.staged, bit); i < end; ++i) {
          const walked found = walk.step(tables_);
          if (found.special != 0) return {.index = i, .end = walk.bit(), .bad = found.bad};
        }
      }
    }
    return {.index = none, .end = 0, .bad = false};
  }

  static CODAG_DEVICE std::uint32_t rows_of(std::uint32_t turns) {
    constexpr std::uint32_t per_row = token_list::row_tokens / turn_tokens;
    return (turns + per_row - 1) / per_row;
  }

  const simt::warp_group<Thread>& warp_;
  const block_tables& tables_;
  window_storage& s_;
  unsigned lane_;
  std::uint32_t turns_ = 0;              // of turn_tokens tokens, until all lanes were done
  std::uint32_t lane_turns_ = 0;         // in which the lane took part
  std::uint32_t first_special_ = none;   // the first turn with a special token; none: no such
  std::uint32_t first_special_bit_ = 0;  // where that turn began
  std::uint32_t last_special_ = 0;       // the last turn with one
  bool met_ = false, full_ = false;
};

}  // namespace codag::deflate
