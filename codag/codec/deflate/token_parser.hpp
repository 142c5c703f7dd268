// token_parser: a warp finds the tokens of a chunk, with all lanes at once.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/chunked_column.hpp"
#include "codag/codec/deflate/block_tables.hpp"
#include "codag/codec/deflate/deflate.hpp"
#include "codag/codec/deflate/stage_words.hpp"
#include "codag/codec/deflate/window_stretches.hpp"
#include "codag/simt/warp_group.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag::deflate {

/// What it needs in shared memory.
template <class Window>
struct parser_storage {
  block_tables tables;
  Window window;
};

/// Reads the blocks and builds their tables. `Lanes` parse the windows, and list them in `Lists`,
/// or write them: window_lanes, or two_pass_lanes. The latter also parse short blocks from the
/// words that were staged for a header: several may lie there.
template <class Thread, class Lanes, class Lists>
class token_parser {
 public:
  CODAG_DEVICE token_parser(const Thread& t, const compressed_words& words,
                            parser_storage<typename Lanes::storage>& s, Lists& lists,
                            const std::uint32_t* given_up = nullptr)
      : thread_(t),
        warp_(t),
        words_(words),
        s_(s),
        lists_(lists),
        given_up_(given_up),
        bit_(words.begin_bit()) {}

  /// Returns whether all of the chunk is one stream, and all its tokens are listed or written. If
  /// not, the stream is damaged, or the lanes are of little use to it. Collective.
  CODAG_DEVICE bool parse() {
    for (bool last = false; !last;) {
      const bool is_staged =
          has_staged(stored_header_bits) && type_of(staged_head()) != block_type::dynamic;
      // Every lane has read what is overwritten now.
      warp_.sync();
      if (!is_staged) stage_header();
      const std::uint32_t head = staged_head();
      last = (head & 1) != 0;
      if (!parse_block(type_of(head))) return false;
    }
    return (bit_ + 7) / 8 * 8 == words_.end_bit();
  }
  /// The number of tokens; the bytes of stored blocks do not count.
  CODAG_DEVICE std::uint32_t tokens() const { return tokens_; }
  /// After parse() has returned false: whether the parser gave up a chunk that is not damaged as
  /// far as it came. There are four reasons: the lanes would meet late (Lanes::suits), and not only
  /// near the chunk's end, or other chunks are given up, too; after 512 steps they have found fewer
  /// than two tokens per step (Lanes::give_up); the memory for lists is likely to be too small
  /// (Lists::lasts); or a window had no room in it.
  CODAG_DEVICE bool gave_up() const { return gave_up_; }

 private:
  CODAG_DEVICE bool parse_block(block_type type) {
    if (type == block_type::reserved) return false;
    if (type == block_type::stored) return list_stored();
    std::uint32_t header_end = bit_ - staged_begin_ + 3;
    // Consecutive fixed blocks share their tables.
    if (type == block_type::dynamic || !fixed_tables_) {
      code_sizes codes{};
      if (type == block_type::fixed)
        codes = fixed_codes(warp_, s_.window.codes);
      else
        codes = read_codes(warp_, s_.window.staged, header_end, s_.window.codes);
      if (!build_tables(warp_, codes, s_.tables, s_.window.codes)) return false;
      fixed_tables_ = type == block_type::fixed;
      gave_up_ = !Lanes::suits(warp_, s_.tables) && (much_is_left() || others_gave_up());
      if (gave_up_) return false;
    }
    bit_ = staged_begin_ + header_end;
    const std::uint32_t begin = bit_, tokens_before = tokens_;
    Lanes lanes(warp_, s_.tables, s_.window);
    for (bool ends = false; !ends;) {
      if (bit_ >= words_.end_bit()) return false;
      gave_up_ = began_ && (Lanes::give_up(tokens_, steps_) ||
                            !lists_.lasts(bit_ - words_.begin_bit(), words_.end_bit() - bit_));
      if (gave_up_) return false;
      const std::uint32_t bits = words_.end_bit() - bit_;
      const std::uint32_t expected = expected_bits(bit_ - begin, tokens_ - tokens_before);
      const parsed_window window = parse_window(lanes, bits, expected);
      tokens_ += window.tokens;
      steps_ += window.steps;
      began_ = true;
      gave_up_ = window.full;
      if (window.full || window.refused || window.end > bits) return false;
      bit_ += window.end;
      ends = window.block_ends;
    }
    // A block without tokens, as a flush makes, says nothing of the next one.
    if (tokens_ == tokens_before) return true;
    block_bits_ = bit_ - begin;
    block_tokens_ = tokens_ - tokens_before;
    return true;
  }

  /// Whether at least a quarter of the chunk is left. Otherwise, parsing the chunk again takes
  /// longer than lanes that meet late, if that is not done for other chunks anyway.
  [[nodiscard]] CODAG_DEVICE bool much_is_left() const {
    const std::uint32_t all = words_.end_bit() - words_.begin_bit();
    return words_.end_bit() - bit_ >= all / 4;
  }

  /// Whether chunks have been given up. Any number that was there will do, so a relaxed load would,
  /// too, but a Thread has none. The lanes may see different numbers, so one decides for all.
  [[nodiscard]] CODAG_DEVICE bool others_gave_up() const {
    if (given_up_ == nullptr) return false;
    const std::uint32_t seen = warp_.rank() == 0 ? thread_.load_acquire(given_up_) : 0;
    return warp_.shuffle(seen, 0) != 0;
  }

  CODAG_DEVICE parsed_window parse_window(Lanes& lanes, std::uint32_t bits,
                                          std::uint32_t expected) {
    if constexpr (parses_short_blocks)
      if (expected <= Lanes::short_block_bits && has_staged(expected + Lanes::spare_bits))
        return lanes.parse_staged(bit_ - staged_begin_, staged_end_ - staged_begin_, lists_);
    staged_end_ = 0;  // another window is staged now
    return lanes.parse(thread_, words_, bit_, bits, expected, lists_);
  }

  /// Stages the words of a header. Collective; the warp has synced.
  CODAG_DEVICE void stage_header() {
    stage_words(warp_, thread_, words_, bit_, s_.window.staged, max_header_words);
    staged_begin_ = bit_;
    staged_end_ = bit_ + 32 * (max_header_words - 1);
  }
  /// Whether so many bits are staged from here on, and may be read again.
  [[nodiscard]] CODAG_DEVICE bool has_staged(std::uint32_t bits) const {
    return parses_short_blocks && bit_ + bits <= staged_end_;
  }
  [[nodiscard]] CODAG_DEVICE std::uint32_t staged_head() const {
    return staged_bits(s_.window.staged, bit_ - staged_begin_);
  }
  static CODAG_DEVICE block_type type_of(std::uint32_t head) {
    return static_cast<block_type>(head >> 1 & 3);
  }

  /// Estimates how many bits of a block follow its first `bits` bits and `tokens` tokens: as many
  /// as if the block had as many tokens as the last one, of the mean size so far, and a sixteenth
  /// more. If it already has that many tokens: a sixteenth of its bits so far. Too low an estimate
  /// costs another window; with too high a one, lanes decode what is not the block's.
  [[nodiscard]] CODAG_DEVICE std::uint32_t expected_bits(std::uint32_t bits,
                                                         std::uint32_t tokens) const {
    if (tokens == 0) return block_bits_ + block_bits_ / 16;
    if (tokens >= block_tokens_) return bits / 16;
    const std::uint32_t sixteen_tokens = 16 * bits / tokens;
    const std::uint32_t left = (block_tokens_ - tokens) * sixteen_tokens / 16;
    return left + left / 16;
  }

  /// Lists a stored block (RFC 1951 section 3.2.4). One without bytes needs no window.
  CODAG_DEVICE bool list_stored() {
    const std::uint32_t begin = (bit_ + 3 + 7) / 8 * 8;
    const std::uint32_t sizes = staged_bits(s_.window.staged, begin - staged_begin_);
    const std::uint32_t length = sizes & 0xffff;
    bit_ = begin + 32 + 8 * length;
    if ((length ^ sizes >> 16) != 0xffff || bit_ > words_.end_bit()) return false;
    const std::uint32_t from = (begin + 32 - words_.begin_bit()) / 8;
    return length == 0 || lists_.list_stored({from, length});
  }

  static constexpr bool parses_short_blocks = requires { Lanes::short_block_bits; };
  /// The most bits from a stored block's begin to its bytes; other headers that are read where they
  /// are have fewer.
  static constexpr std::uint32_t stored_header_bits = 3 + 7 + 32;

  const Thread& thread_;
  const simt::warp_group<Thread> warp_;
  compressed_words words_;
  parser_storage<typename Lanes::storage>& s_;
  Lists& lists_;
  const std::uint32_t* given_up_;  // the number of chunks; null if they are not counted
  std::uint32_t bit_;              // the next one
  std::uint32_t staged_begin_ = 0, staged_end_ = 0;  // the bits that may be read again
  // The bits and tokens of the last block that has tokens. The first one is expected to be full, as
  // zlib writes it with its usual memLevel of 8 (lit_bufsize in its deflate.h); if there are fewer
  // tokens, the chunk ends before.
  std::uint32_t block_bits_ = 8 * max_chunk_bytes, block_tokens_ = 16 * 1024;
  std::uint32_t tokens_ = 0, steps_ = 0;
  bool began_ = false;  // with a window
  bool gave_up_ = false, fixed_tables_ = false;
};

}  // namespace codag::deflate
