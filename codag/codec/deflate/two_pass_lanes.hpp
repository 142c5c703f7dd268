// two_pass_lanes: the lanes of a warp first find where tokens begin, and then list them.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/codec/deflate/block_tables.hpp"
#include "codag/codec/deflate/dense_list.hpp"
#include "codag/codec/deflate/literal_walk.hpp"
#include "codag/codec/deflate/stage_words.hpp"
#include "codag/codec/deflate/token_walk.hpp"
#include "codag/codec/deflate/window_stretches.hpp"
#include "codag/lz/tokens/token.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/warp_group.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag::deflate {

/// A window of two_pass_lanes in shared memory. While a block's header is read, there are no marks.
struct two_pass_storage {
  static constexpr std::uint32_t most_stretch_words = 35;
  static_assert(most_stretch_words % 2 == 1);

  std::uint32_t staged[simt::warp_size * most_stretch_words + spare_words];
  union {
    std::uint16_t marks[simt::warp_size * most_stretch_words];  ///< one per word of a stretch
    block_scratch codes;
  };
};
static_assert(sizeof(two_pass_storage::staged) >= 4 * max_header_words);

/// Parses windows as window_stretches says, but for codes that synchronise late, and for short
/// blocks. If nearly all codewords have one length, a lane that begins inside a codeword stays out
/// of step for long. So stretches are long: most of a stretch comes after the meeting. A lane lists
/// nothing while it walks. Once the lanes know which tokens count, they list only these, one after
/// the other, so the list of a short block is short, too. Columns with such codes are mostly
/// literals, which are decoded fast. A block of few tokens is not worth two passes: all lanes
/// decode it together.
template <class Thread>
class two_pass_lanes {
 public:
  using storage = two_pass_storage;
  static constexpr std::uint32_t least_stretch_words = 1;
  static_assert(least_stretch_words % 2 == 1);
  /// Never: where one lane walks alone, that is no slower than if all lanes did the same.
  static CODAG_DEVICE bool give_up(std::uint32_t /*tokens*/, std::uint32_t /*steps*/) {
    return false;
  }

  /// A block of at most so many bits is short. The number is an estimate.
  static constexpr std::uint32_t short_block_bits = 1024;
  /// A step of parse_staged() reads so many bits from its place on: that word, and three more.
  static constexpr std::uint32_t spare_bits = 4 * 32;
  static_assert(max_token_bits <= spare_bits);

  CODAG_DEVICE two_pass_lanes(const simt::warp_group<Thread>& warp, const block_tables& tables,
                              storage& s)
      : warp_(warp), tables_(tables), s_(s), lane_(warp.rank()) {}

  /// As window_lanes::parse().
  CODAG_DEVICE parsed_window parse(const Thread& t, const compressed_words& words,
                                   std::uint32_t bit, std::uint32_t bits, std::uint32_t expected,
                                   dense_list_writer<Thread>& list) {
    const auto its =
        window_stretches::of(bits, expected, least_stretch_words, storage::most_stretch_words);
    // Every lane has read what is overwritten now: the last window's marks, or a block's header.
    warp_.sync();
    for (std::uint32_t i = lane_; i < its.all_words(); i += simt::warp_size) s_.marks[i] = no_mark;
    stage_words(warp_, t, words, bit, s_.staged, its.all_words() + spare_words);
    // The next window's words are being loaded while this one is parsed.
    words.prefetch(t, bit / 32 + its.all_words() + lane_ * 32);

    return list_tokens(find_tokens(its), list);
  }

  /// Parses tokens from bit `begin` of the staged words on, to the block's end if it is in the
  /// first `end` bits. All lanes decode the same ones. Collective.
  CODAG_DEVICE parsed_window parse_staged(std::uint32_t begin, std::uint32_t end,
                                          dense_list_writer<Thread>& list) const {
    token_walk walk(s_.staged, begin);
    std::uint32_t tokens = 0;
    bool block_ends = false, bad = false;
    const std::uint32_t room = list.room();
    while (!block_ends && walk.bit() + spare_bits <= end) {
      // Each lane keeps one of the next 32 tokens.
      const std::uint32_t first = tokens;
      lz::token mine{};
      while (!block_ends && tokens - first < simt::warp_size && walk.bit() + spare_bits <= end) {
        const walked its = walk.step(tables_);
        if (its.special != 0) {
          block_ends = true;
          bad = its.bad;
        } else {
          if (tokens - first == lane_) mine = its.token;
          ++tokens;
        }
      }
      if (tokens > room)
        return {
            .end = 0, .tokens = 0, .steps = 0, .block_ends = false, .refused = false, .full = true};
      if (first + lane_ < tokens) list.put_one(list.size() + first + lane_, mine);
    }
    list.add(tokens);
    return {.end = walk.bit() - begin,
            .tokens = tokens,
            .steps = 0,
            .block_ends = block_ends,
            .refused = bad,
            .full = false};
  }

 private:
  static_assert(turn_tokens == literal_walk::steps);
  static_assert(literal_walk::most_turn_bits <= turn_tokens * max_token_bits,
                "spare_words suffice");

  /// A mark of a word says which token of the lane's is the first one that begins in it: its bit in
  /// the word, and its number. Tokens with a greater number are not marked, so no lane meets there.
  static constexpr std::uint16_t no_mark = 0xffff;
  static constexpr std::uint32_t most_marked = (1u << 11) - 2;
  static CODAG_DEVICE std::uint16_t mark_of(std::uint32_t bit, std::uint32_t number) {
    return static_cast<std::uint16_t>(bit % 32 | number << 5);
  }

  /// The tokens of a lane that count, and where the last lane's end.
  struct found_tokens {
    std::uint32_t begin, count;
    std::uint32_t window_end;
  };

  /// The first pass: each lane walks until it meets another one, or reaches the window's end. Two
  /// lanes that decode the same tokens agree on which token is the first to begin in a word. So a
  /// lane compares only such first tokens, one in each turn. Collective.
  CODAG_DEVICE found_tokens find_tokens(const window_stretches& its) {
    // Every `looks` turns, the lanes check whether all lanes that count have stopped.
    constexpr unsigned looks = 2;
    const std::uint32_t stretch_end = its.end(lane_);
    const std::uint32_t stop = stretch_end < its.bits ? stretch_end : its.bits;
    literal_walk walk(s_.staged, its.begin(lane_));
    std::uint32_t number = 0;
    // The last token that is the first one in its word.
    std::uint32_t word = ~0u, first_bit = 0, first_number = 0;
    std::uint32_t specials = 0;  // the number of the last special token, plus one
    bool goes_on = its.begin(lane_) < its.bits;
    lane_end end{0, lane_end::no_lane, 0};
    lane_tokens mine;
    std::uint32_t window_end = 0;
    for (unsigned turns = 0;;) {
      if (goes_on) {
        const table_entry special = walk.take_turn(tables_, [&](std::uint32_t at) {
          if (word_of(at) != word) {
            word = word_of(at);
            first_bit = at;
            first_number = number;
            if (at < stretch_end && number <= most_marked) s_.marks[word] = mark_of(at, number);
          }
          ++number;
        });
        if (special != 0) specials = number;
        end.bit = walk.bit();
      }
      ++turns;
      // The turn's marks are there before a lane looks for one.
      warp_.sync();
      if (goes_on && walk.bit() >= stop) {
        goes_on = walk.bit() < its.bits;
        if (first_bit >= stretch_end && first_bit < its.bits) {
          const std::uint32_t mark = s_.marks[word];
          if (mark != no_mark && mark % 32 == first_bit % 32) {
            end = {first_bit, its.lane_of(first_bit), mark >> 5};
            number = first_number;
            goes_on = false;
          }
        }
      }
      // Lanes have read the marks before others store those of the next turn.
      warp_.sync();
      const bool any = warp_.any(goes_on);
      if (any && turns % looks != 0) continue;
      mine = follow_meetings(warp_, end, window_end);
      // The last lane that counts has stopped, or has passed the block's end.
      const bool is_last = mine.count && end.whom == lane_end::no_lane;
      if (!any || warp_.any(is_last && (!goes_on || specials > mine.first))) break;
    }
    return {mine.begin, mine.count ? number - mine.first : 0, window_end};
  }

  /// The second pass: each lane lists its tokens that count. The first special token cuts off what
  /// follows it. Collective.
  CODAG_DEVICE parsed_window list_tokens(const found_tokens& found,
                                         dense_list_writer<Thread>& list) {
    std::uint32_t window_end = found.window_end;
    std::uint32_t tokens;
    const std::uint32_t before = warp_.exclusive_sum(found.count, tokens);
    if (tokens > list.room())
      return {
          .end = 0, .tokens = 0, .steps = 0, .block_ends = false, .refused = false, .full = true};
    std::uint32_t place = list.size() + before;
    std::uint32_t left = found.count;
    std::uint32_t lane_end_bit = 0;  // after its special token
    bool ends = false, bad = false;
    for (literal_walk walk(s_.staged, found.begin); warp_.any(left > 0);) {
      if (left == 0) continue;
      // The tokens go to places 4 n to 4 n + 3 at once, but for a lane's first and last ones.
      const unsigned first = place % turn_tokens;
      unsigned end = left < turn_tokens - first ? first + left : turn_tokens;
      word_quad four{};
      walk.load();
      CODAG_UNROLL
      for (unsigned k = 0; k < turn_tokens; ++k) {
        if (k < first || k >= end) continue;
        const walked its = walk.step(tables_);
        four.words[k] = its.token;
        if (its.special != 0) {
          ends = true;
          bad = its.bad;
          lane_end_bit = walk.bit();
          end = k;
        }
      }
      list.put(place - first, four, first, end);
      place += end - first;
      left = ends ? 0 : left - (end - first);
    }
    const unsigned cuts = warp_.ballot(ends);
    if (cuts != 0) {
      const unsigned lane = lowest_bit(cuts);
      window_end = warp_.shuffle(lane_end_bit, lane);
      tokens = warp_.shuffle(place, lane) - list.size();
      bad = (warp_.ballot(bad) >> lane & 1) != 0;
    }
    list.add(tokens);
    return {.end = window_end,
            .tokens = tokens,
            .steps = 0,
            .block_ends = cuts != 0,
            .refused = cuts != 0 && bad,
            .full = false};
  }

  const simt::warp_group<Thread>& warp_;
  const block_tables& tables_;
  storage& s_;
  unsigned lane_;
};

}  // namespace codag::deflate
