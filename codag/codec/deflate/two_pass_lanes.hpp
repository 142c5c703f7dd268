// two_pass_lanes: the lanes of a warp first find where tokens begin, and then list or write them.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/codec/deflate/block_tables.hpp"
#include "codag/codec/deflate/code_range.hpp"
#include "codag/codec/deflate/common_length.hpp"
#include "codag/codec/deflate/dense_list.hpp"
#include "codag/codec/deflate/literal_walk.hpp"
#include "codag/codec/deflate/output_then_lists.hpp"
#include "codag/codec/deflate/part_finder.hpp"
#include "codag/codec/deflate/stage_words.hpp"
#include "codag/codec/deflate/token_walk.hpp"
#include "codag/codec/deflate/turn_walk.hpp"
#include "codag/codec/deflate/whole_token_walk.hpp"
#include "codag/codec/deflate/window_stretches.hpp"
#include "codag/lz/output/lane_bytes.hpp"
#include "codag/lz/tokens/placed_matches.hpp"
#include "codag/lz/tokens/token.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/warp_group.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag::deflate {

/// A window of two_pass_lanes in shared memory. While a block's header is read, there are no marks.
struct two_pass_storage {
  std::uint32_t staged[simt::warp_size * part_storage::most_stretch_words + spare_words];
  union {
    part_storage::marks marks;
    block_scratch codes;
  };
  code_range::storage literals;  ///< of the common length
  part_storage::crossings crossings;
};
static_assert(sizeof(two_pass_storage::staged) >= 4 * max_header_words);

/// Parses windows as window_stretches says, for codes that synchronise late and for short blocks.
/// If nearly all codewords have one length, a lane that begins inside a codeword stays out of step
/// for long. So the lanes first find which tokens count (part_finder). Then each lane lists its
/// tokens without gaps, so a short block has a short list. If nearly all tokens are literals, the
/// lanes write them instead. A block of few tokens is not worth two passes: all lanes decode it
/// together.
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

  /// In shorter stretches, lanes take the turns of literals, whatever the tokens are: with whole
  /// tokens, text with a flush every 300 bytes took 31 % longer (H200, 30 November 2026).
  static constexpr std::uint32_t least_words_for_whole_tokens = 5;

  CODAG_DEVICE two_pass_lanes(const simt::warp_group<Thread>& warp, const block_tables& tables,
                              storage& s)
      : warp_(warp), tables_(tables), s_(s), lane_(warp.rank()) {}

  /// As window_lanes::parse().
  CODAG_DEVICE parsed_window parse(const Thread& t, const compressed_words& words,
                                   std::uint32_t bit, std::uint32_t bits, std::uint32_t expected,
                                   output_then_lists<Thread>& chunk) {
    const auto its =
        window_stretches::of(bits, expected, least_stretch_words, part_storage::most_stretch_words);
    // Every lane has read what is overwritten now: the last window's marks, or a block's header.
    warp_.sync();
    part_finder<Thread> finder(warp_, its, s_.marks, s_.crossings);
    stage_words(warp_, t, words, bit, s_.staged, its.all_words() + spare_words);
    // The next window's words are being loaded while this one is parsed.
    words.prefetch(t, bit / 32 + its.all_words() + lane_ * 32);

    const auto common = common_length::of(warp_, tables_.literals);
    const std::uint32_t begin = its.begin(lane_);
    const bool writes = chunk.writes() && common.nearly_all_are_literals();
    if (!writes && !common.dominates()) {
      if (common.most_are_literals() || its.words < least_words_for_whole_tokens)
        return list<literal_walk>(
            finder.template find<false>(tables_, literal_walk(s_.staged, begin)), chunk.list());
      return list<whole_token_walk>(
          finder.template find<false>(tables_, whole_token_walk(s_.staged, begin)), chunk.list());
    }
    const code_range literals(warp_, common, s_.literals);
    const turn_walk walk(common, literals, s_.staged, begin);
    if (writes) {
      const parsed_window window = write(finder.template find<true>(tables_, walk), chunk);
      if (!window.full) return window;
      // There is no room for so many matches, so the window is listed.
      finder.forget();
    }
    return list<literal_walk>(finder.template find<false>(tables_, walk), chunk.list());
  }

  /// Parses tokens from bit `begin` of the staged words on, to the block's end if it is in the
  /// first `end` bits. All lanes decode the same ones. Collective.
  CODAG_DEVICE parsed_window parse_staged(std::uint32_t begin, std::uint32_t end,
                                          output_then_lists<Thread>& chunk) const {
    dense_list_writer<Thread>& list = chunk.list();
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
      if (tokens > room) return parsed_window::no_room();
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
  static_assert(turn_walk::most_turn_bits <= turn_tokens * max_token_bits &&
                    whole_token_walk::most_turn_bits <= turn_tokens * max_token_bits,
                "spare_words suffice");

  /// The second pass: each lane lists its tokens that count. The first special token cuts off what
  /// follows it. Collective.
  template <class Walk>
  CODAG_DEVICE parsed_window list(const window_part& part, dense_list_writer<Thread>& list) {
    std::uint32_t window_end = part.window_end, tokens = part.total;
    if (tokens > list.room()) return parsed_window::no_room();
    std::uint32_t place = list.size() + part.first;
    std::uint32_t left = part.count;
    std::uint32_t lane_end_bit = 0;  // after its special token
    bool ends = false, bad = false;
    for (Walk walk(s_.staged, part.begin); warp_.any(left > 0);) {
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

  /// The second pass over a window whose bytes were counted: each lane writes its literals where
  /// they belong, and lists its matches, which are copied then. Collective.
  CODAG_DEVICE parsed_window write(const window_part& part, output_then_lists<Thread>& chunk) {
    lz::lane_bytes<Thread> bytes = chunk.bytes_from(chunk.position() + part.first);
    const lz::placed_matches<Thread> matches = chunk.matches();
    literal_walk walk(s_.staged, part.begin);
    std::uint32_t left = part.count, tokens = 0, mine = 0;
    bool ends = false, bad = false, full = false;
    while (warp_.any(left > 0)) {
      if (left == 0) continue;
      std::uint64_t literals;
      const unsigned taken = walk.take_literals(tables_, left, literals);
      bytes.append(literals, taken);
      tokens += taken;
      left -= taken;
      if (left == 0 || taken == literal_walk::most_literals) continue;
      const walked its = walk.take_token(tables_);
      ends = its.special != 0;
      bad = its.bad;
      full = !ends && lz::is_match(its.token) && mine == matches.room();
      if (ends || full) {
        left = 0;
        continue;
      }
      ++tokens;
      const std::uint32_t count = lz::bytes_of(its.token);
      left = count < left ? left - count : 0;
      if (lz::is_match(its.token)) {
        matches.put(mine++, {bytes.position(), its.token});
        bytes.skip(count);
      } else {
        bytes.append(lz::number_of(its.token), 1);
      }
    }
    bytes.finish();
    // The first special token cuts off what follows it.
    const unsigned cuts = warp_.ballot(ends);
    std::uint32_t window_end = part.window_end, end = chunk.position() + part.total;
    if (cuts != 0) {
      const unsigned lane = lowest_bit(cuts);
      window_end = warp_.shuffle(walk.bit(), lane);
      end = warp_.shuffle(bytes.position(), lane);
      bad = (warp_.ballot(bad) >> lane & 1) != 0;
      if (lane_ > lane) {
        mine = tokens = 0;
        full = false;
      }
    }
    parsed_window window{.end = window_end,
                         .tokens = warp_.reduce(tokens),
                         .steps = 0,
                         .block_ends = cuts != 0,
                         .refused = cuts != 0 && bad,
                         .full = warp_.any(full)};
    if (!window.refused && !window.full)
      window.refused = !chunk.end_window(end, window.tokens, mine);
    return window;
  }

  const simt::warp_group<Thread>& warp_;
  const block_tables& tables_;
  storage& s_;
  unsigned lane_;
};

}  // namespace codag::deflate
