// two_pass_lanes: the lanes of a warp first find where tokens begin, and then list them.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/codec/deflate/block_tables.hpp"
#include "codag/codec/deflate/code_range.hpp"
#include "codag/codec/deflate/common_length.hpp"
#include "codag/codec/deflate/common_length_walk.hpp"
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
  code_range::storage literals;  ///< of the common length
  /// An estimate: with 4, the lists of codewords of 7 bits took half as many stores again.
  static constexpr unsigned most_crossings = 8;
  /// [n - 1][k]: where the lane n stretches before stretch k has passed that one's begin.
  std::uint32_t crossings[most_crossings][simt::warp_size];
};
static_assert(sizeof(two_pass_storage::staged) >= 4 * max_header_words);

/// Parses windows as window_stretches says, but for codes that synchronise late, and for short
/// blocks. If nearly all codewords have one length, a lane that begins inside a codeword stays out
/// of step for long. So a lane lists nothing while it walks. Once the lanes know which tokens
/// count, they list only these, one after the other, so the list of a short block is short, too.
/// Columns with such codes are mostly literals, which are decoded fast. A block of few tokens is
/// not worth two passes: all lanes decode it together.
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

  /// All codes suit them.
  template <class Warp>
  static CODAG_DEVICE bool suits(const Warp& /*warp*/, const block_tables& /*tables*/) {
    return true;
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
    for (auto& of_distance : s_.crossings) of_distance[lane_] = no_crossing;
    stage_words(warp_, t, words, bit, s_.staged, its.all_words() + spare_words);
    // The next window's words are being loaded while this one is parsed.
    words.prefetch(t, bit / 32 + its.all_words() + lane_ * 32);

    const auto common = common_length::of(warp_, tables_.literals);
    const std::uint32_t begin = its.begin(lane_);
    if (!common.dominates())
      return list_tokens(find_tokens(its, literal_walk(s_.staged, begin)), list);
    const code_range literals(warp_, common, s_.literals);
    return list_tokens(find_tokens(its, common_length_walk(common, literals, s_.staged, begin)),
                       list);
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
  static_assert(literal_walk::most_turn_bits <= turn_tokens * max_token_bits &&
                    common_length_walk::most_turn_bits <= turn_tokens * max_token_bits,
                "spare_words suffice");

  /// A mark of a word of a stretch: a turn of the stretch's lane begins at this bit of the word,
  /// with the lane's token of this number.
  static constexpr std::uint16_t no_mark = 0xffff;
  static CODAG_DEVICE std::uint16_t mark_of(std::uint32_t bit, std::uint32_t number) {
    return static_cast<std::uint16_t>(bit % 32 | number << 5);
  }
  static_assert(32 * storage::most_stretch_words < (1u << 11) - 1, "11 bits hold a number");

  /// The token with which a lane's first turn after a stretch's begin begins, or with which it
  /// meets another lane there: its bit, and its number. It is not at bit 0.
  static constexpr std::uint32_t no_crossing = 0;
  static CODAG_DEVICE std::uint32_t crossing_of(std::uint32_t bit, std::uint32_t number) {
    return bit | number << 16;
  }
  static_assert(32 * (simt::warp_size * storage::most_stretch_words + spare_words) < 1u << 16,
                "16 bits hold a bit's place, and a number");

  /// Notes a token of the lane, with its bit and its number, if it is the first one that is known
  /// after the begin of the next stretch that the lane enters. `crossed` counts those before.
  CODAG_DEVICE void note_crossing(const window_stretches& its, unsigned& crossed, std::uint32_t bit,
                                  std::uint32_t number) const {
    const unsigned into = lane_ + crossed + 1;
    if (bit < its.begin(into) || crossed == storage::most_crossings || into >= simt::warp_size)
      return;
    s_.crossings[crossed][into] = crossing_of(bit, number);
    ++crossed;
  }

  /// The tokens of a window, and those of them that the lane lists.
  struct found_tokens {
    std::uint32_t begin;         ///< the bit of the lane's first one
    std::uint32_t first, count;  ///< its number in the window, and how many the lane lists
    std::uint32_t tokens;        ///< of the window
    std::uint32_t window_end;    ///< the bit after the last one
  };

  /// The first pass: each lane walks until it meets another one, or reaches the window's end. It
  /// meets another one where a token of a turn is one that the other has marked. Collective.
  template <class Walk>
  CODAG_DEVICE found_tokens find_tokens(const window_stretches& its, Walk walk) {
    // Every `looks` turns, the lanes check whether all lanes that count have stopped. An estimate:
    // the check takes half as long as a turn.
    constexpr unsigned looks = 4;
    const std::uint32_t stretch_end = its.end(lane_);
    std::uint32_t number = 0;
    std::uint32_t specials = 0;  // the number of the last special token, plus one
    unsigned crossed = 0;        // the stretches whose begin the lane has passed
    std::uint32_t there = 0;     // of the meeting
    bool goes_on = its.begin(lane_) < its.bits, met = false;
    std::uint32_t end = 0;
    lane_tokens mine;
    std::uint32_t window_end = 0;
    for (unsigned turns = 1;; ++turns) {
      walked_turn turn{.begin = 0, .begins = 0, .special = 0};
      const std::uint32_t before = number;
      const bool took_turn = goes_on;
      if (took_turn) {
        turn = walk.take_turn(tables_);
        if (turn.begin < stretch_end) {
          s_.marks[word_of(turn.begin)] = mark_of(turn.begin, number);
        } else {
          note_crossing(its, crossed, turn.begin, number);
        }
        number += popcount(turn.begins);
        if (turn.special != 0) specials = number;
        end = walk.bit();
        goes_on = end < its.bits;
      }
      // The turn's marks are there before a lane looks for one.
      warp_.sync();
      if (took_turn && end > stretch_end) {
        // Most of a turn's tokens begin in two words. If the mark is in a third one, the lane meets
        // a later mark.
        CODAG_UNROLL
        for (unsigned k = 0; k < 2; ++k) {
          const std::uint32_t word = word_of(turn.begin) + k;
          const bool has_mark = 32 * word >= stretch_end && 32 * word < its.bits && !met;
          const std::uint32_t mark = has_mark ? s_.marks[word] : no_mark;
          // A mark before the turn wraps to a large offset.
          const std::uint32_t offset = 32 * k + mark % 32 - turn.begin % 32;
          if (mark == no_mark || offset >= 64 || (turn.begins >> offset & 1) == 0) continue;
          met = true;
          goes_on = false;
          end = turn.begin + offset;
          number = before + popcount(turn.begins & ((std::uint64_t{1} << offset) - 1));
          there = mark >> 5;
        }
        if (met) note_crossing(its, crossed, end, number);
      }
      // Lanes have read the marks before others store those of the next turn.
      warp_.sync();
      const bool any = warp_.any(goes_on);
      if (any && turns % looks != 0) continue;
      const lane_end stop{end, met ? its.lane_of(end) : lane_end::no_lane, there};
      mine = follow_meetings(warp_, stop, window_end);
      // The last lane that counts has stopped, or has passed the block's end.
      const bool is_last = mine.count && !met;
      if (!any || warp_.any(is_last && (!goes_on || specials > mine.first))) break;
    }
    found_tokens found = share_out(mine, number);
    found.window_end = window_end;
    return found;
  }

  /// Shares out the tokens that count: each lane lists those from the first token that is known in
  /// its stretch on, whoever has walked there. `number` is that of the lane's token after its last
  /// one. Collective.
  CODAG_DEVICE found_tokens share_out(const lane_tokens& mine, std::uint32_t number) const {
    found_tokens found{};
    // What is added to a lane's number to get a token's number in the window.
    const std::uint32_t to_window =
        warp_.exclusive_sum(mine.count ? number - mine.first : 0, found.tokens) - mine.first;
    // The lane that has walked into this stretch, and how many stretches before it has begun.
    const unsigned path = warp_.ballot(mine.count);
    const unsigned whose = warp_.last_of(path & ((1u << lane_) - 1)) % simt::warp_size;
    const unsigned distance = lane_ - whose;
    found.first = warp_.shuffle(to_window, whose);
    bool has_part = lane_ == 0;
    if (!has_part && distance <= storage::most_crossings) {
      const std::uint32_t crossing = s_.crossings[distance - 1][lane_];
      has_part = crossing != no_crossing;
      found.begin = crossing & 0xffff;
      found.first += crossing >> 16;
    }
    // A part ends where the next one begins.
    const unsigned later = warp_.ballot(has_part) & (0xfffffffe << lane_);
    const std::uint32_t end = warp_.shuffle(found.first, later != 0 ? lowest_bit(later) : 0);
    if (has_part) found.count = (later != 0 ? end : found.tokens) - found.first;
    return found;
  }

  /// The second pass: each lane lists its tokens that count. The first special token cuts off what
  /// follows it. Collective.
  CODAG_DEVICE parsed_window list_tokens(const found_tokens& found,
                                         dense_list_writer<Thread>& list) {
    std::uint32_t window_end = found.window_end, tokens = found.tokens;
    if (tokens > list.room())
      return {
          .end = 0, .tokens = 0, .steps = 0, .block_ends = false, .refused = false, .full = true};
    std::uint32_t place = list.size() + found.first;
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
