// part_finder: the first of two passes over a window: its tokens are found, and divided among the
// lanes.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/codec/deflate/block_tables.hpp"
#include "codag/codec/deflate/stage_words.hpp"
#include "codag/codec/deflate/walked_turn.hpp"
#include "codag/codec/deflate/window_stretches.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/warp_group.hpp"

namespace codag::deflate {

/// The lane's part of a window's tokens. Tokens are counted, or the bytes that they give.
struct window_part {
  std::uint32_t begin;         ///< the bit of its first token
  std::uint32_t first, count;  ///< how many come before it, and how many it has
  std::uint32_t total;         ///< of the window
  std::uint32_t window_end;    ///< the bit after the last token
};

/// What a part_finder needs in shared memory.
struct part_storage {
  static constexpr std::uint32_t most_stretch_words = 35;
  static_assert(most_stretch_words % 2 == 1);
  /// An estimate: with 4, the lists of codewords of 7 bits took half as many stores again.
  static constexpr unsigned most_crossings = 8;

  /// One per word of a stretch: a turn of the stretch's lane begins at this bit of the word, and so
  /// many tokens or bytes of the lane come before it.
  using marks = std::uint16_t[simt::warp_size * most_stretch_words];
  /// [n - 1][k]: where lane k - n has passed the begin of stretch k.
  using crossings = std::uint32_t[most_crossings][simt::warp_size];
};

/// Each lane walks from its stretch's begin until it meets another lane, or reaches the window's
/// end. It lists nothing: where lanes meet late, most of what they pass does not count. Then the
/// tokens that count are divided: each lane gets those from the first known token of its stretch
/// on, whichever lane found them.
template <class Thread>
class part_finder {
 public:
  /// Collective; the warp has synced since it used the storage, and syncs before find().
  CODAG_DEVICE part_finder(const simt::warp_group<Thread>& warp, const window_stretches& its,
                           part_storage::marks& marks, part_storage::crossings& crossings)
      : warp_(warp), its_(its), marks_(marks), crossings_(crossings), lane_(warp.rank()) {
    clear();
  }
  /// Before tokens are found again. Collective.
  CODAG_DEVICE void forget() {
    // All lanes have read what is overwritten now,
    warp_.sync();
    clear();
    // and it is, before a lane marks its tokens again.
    warp_.sync();
  }

  /// Finds the window's tokens; `walk` begins at the first bit of the lane's stretch. Collective.
  template <bool counts_bytes, class Walk>
  CODAG_DEVICE window_part find(const block_tables& tables, Walk walk) {
    // Every `turns` turns, the lanes look for marks: a lane in step with another one stays so.
    // Every `looks` looks, they check whether all lanes that count have stopped. The numbers are
    // estimates. In short stretches, more turns would repeat other lanes' work.
    const bool looks_seldom = counts_bytes && its_.words >= part_storage::most_stretch_words / 2;
    const unsigned turns = looks_seldom ? 4 : 1, looks = looks_seldom ? 2 : 4;
    const std::uint32_t stretch_end = its_.end(lane_);
    std::uint32_t number = 0;    // of the lane's tokens or bytes so far
    std::uint32_t specials = 0;  // the number after the last special token
    unsigned crossed = 0;        // the stretches whose begin the lane has passed
    std::uint32_t there = 0;     // the meeting's number in the other lane
    bool goes_on = its_.begin(lane_) < its_.bits, met = false;
    std::uint32_t end = 0;
    lane_tokens mine;
    std::uint32_t window_end = 0;
    for (unsigned looked = 1;; ++looked) {
      walked_turn turn{.begin = 0, .begins = 0, .special = 0, .more_bytes = 0};
      std::uint32_t before = number;  // the last turn
      const bool took_turn = goes_on;
      CODAG_NO_UNROLL
      for (unsigned k = 0; goes_on && k < (counts_bytes ? turns : 1); ++k) {
        before = number;
        turn = walk.take_turn(tables);
        if (turn.begin >= stretch_end) {
          note_crossing(crossed, turn.begin, number);
        } else if (number < marked_below) {
          marks_[word_of(turn.begin)] = mark_of(turn.begin, number);
        }
        number += popcount(turn.begins) + (counts_bytes ? turn.more_bytes : 0);
        if (turn.special != 0) specials = number;
        end = walk.bit();
        goes_on = end < its_.bits;
      }
      // The turns' marks are there before a lane looks for one.
      warp_.sync();
      if (took_turn && end > stretch_end) {
        // Most of a turn's tokens begin in two words. If the mark is in a third one, the lane meets
        // a later mark.
        CODAG_UNROLL
        for (unsigned k = 0; k < 2; ++k) {
          const std::uint32_t word = word_of(turn.begin) + k;
          const bool has_mark = 32 * word >= stretch_end && 32 * word < its_.bits && !met;
          const std::uint32_t mark = has_mark ? marks_[word] : no_mark;
          // A mark before the turn wraps to a large offset.
          const std::uint32_t offset = 32 * k + mark % 32 - turn.begin % 32;
          if (mark == no_mark || offset >= 64 || (turn.begins >> offset & 1) == 0) continue;
          met = true;
          goes_on = false;
          end = turn.begin + offset;
          number = before + popcount(turn.begins & ((std::uint64_t{1} << offset) - 1));
          there = mark >> 5;
        }
        if (met) note_crossing(crossed, end, number);
      }
      // Lanes have read the marks before others store those of the next turns.
      warp_.sync();
      const bool any = warp_.any(goes_on);
      if (any && looked % looks != 0) continue;
      const lane_end stop{end, met ? its_.lane_of(end) : lane_end::no_lane, there};
      mine = follow_meetings(warp_, stop, window_end);
      // The last lane that counts has stopped, or has passed the block's end.
      const bool is_last = mine.count && !met;
      if (!any || warp_.any(is_last && (!goes_on || specials > mine.first))) break;
    }
    window_part part = divide(mine, number);
    part.window_end = window_end;
    return part;
  }

 private:
  CODAG_DEVICE void clear() {
    for (std::uint32_t i = lane_; i < its_.all_words(); i += simt::warp_size) marks_[i] = no_mark;
    for (auto& of_distance : crossings_) of_distance[lane_] = no_crossing;
  }

  static constexpr std::uint16_t no_mark = 0xffff;
  static CODAG_DEVICE std::uint16_t mark_of(std::uint32_t bit, std::uint32_t number) {
    return static_cast<std::uint16_t>(bit % 32 | number << 5);
  }
  /// Tokens have lower numbers. Bytes may not, if tokens are long; lanes meet later then.
  static constexpr std::uint32_t marked_below = (1u << 11) - 1;
  static_assert(32 * part_storage::most_stretch_words < marked_below);

  /// The token with which a lane's first turn after a stretch's begin begins, or with which it
  /// meets another lane there: its bit, and its number. It is not at bit 0.
  static constexpr std::uint32_t no_crossing = 0;
  static CODAG_DEVICE std::uint32_t crossing_of(std::uint32_t bit, std::uint32_t number) {
    return bit | number << 16;
  }
  static constexpr std::uint32_t crossed_below = 1u << 16;
  static_assert(32 * (simt::warp_size * part_storage::most_stretch_words + spare_words) <
                    crossed_below,
                "16 bits hold a bit's place, and the number of a token that is listed");

  /// Notes a token of the lane, with its bit and its number, if it is the first one that is known
  /// after the begin of the next stretch that the lane enters. `crossed` counts those before.
  CODAG_DEVICE void note_crossing(unsigned& crossed, std::uint32_t bit,
                                  std::uint32_t number) const {
    const unsigned into = lane_ + crossed + 1;
    if (bit < its_.begin(into) || crossed == part_storage::most_crossings ||
        into >= simt::warp_size || number >= crossed_below)
      return;
    crossings_[crossed][into] = crossing_of(bit, number);
    ++crossed;
  }

  /// Divides the tokens that count. `number` is that after the lane's last token. Collective.
  CODAG_DEVICE window_part divide(const lane_tokens& mine, std::uint32_t number) const {
    window_part part{};
    // What is added to a lane's number to get that in the window.
    const std::uint32_t to_window =
        warp_.exclusive_sum(mine.count ? number - mine.first : 0, part.total) - mine.first;
    // The lane that has walked into this stretch, and how many stretches before it has begun.
    const unsigned path = warp_.ballot(mine.count);
    const unsigned whose = warp_.last_of(path & ((1u << lane_) - 1)) % simt::warp_size;
    const unsigned distance = lane_ - whose;
    part.first = warp_.shuffle(to_window, whose);
    bool has_part = lane_ == 0;
    if (!has_part && distance <= part_storage::most_crossings) {
      const std::uint32_t crossing = crossings_[distance - 1][lane_];
      has_part = crossing != no_crossing;
      part.begin = crossing & 0xffff;
      part.first += crossing >> 16;
    }
    // A part ends where the next one begins.
    const unsigned later = warp_.ballot(has_part) & (0xfffffffe << lane_);
    const std::uint32_t end = warp_.shuffle(part.first, later != 0 ? lowest_bit(later) : 0);
    if (has_part) part.count = (later != 0 ? end : part.total) - part.first;
    return part;
  }

  const simt::warp_group<Thread>& warp_;
  const window_stretches& its_;
  part_storage::marks& marks_;
  part_storage::crossings& crossings_;
  unsigned lane_;
};

}  // namespace codag::deflate
