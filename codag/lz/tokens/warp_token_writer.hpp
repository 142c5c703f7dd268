// warp_token_writer: a warp writes the output of batches of tokens.
#pragma once

#include <algorithm>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/lz/output/output_buffer.hpp"
#include "codag/lz/tokens/copy_match.hpp"
#include "codag/lz/tokens/copy_matches.hpp"
#include "codag/lz/tokens/token.hpp"
#include "codag/lz/tokens/token_batch.hpp"
#include "codag/simt/warp_group.hpp"

namespace codag::lz {

/// Writes a batch's literals first, then the matches whose source ends before the batch's first
/// match: short ones by a lane each, long ones a vector per lane. The other matches follow in
/// order, each by all lanes.
template <class Thread>
class warp_token_writer {
 public:
  CODAG_DEVICE warp_token_writer(const simt::warp_group<Thread>& warp, output_buffer<Thread>& out)
      : warp_(warp), out_(out), copy_(warp, out) {}

  /// The output has room for the batch, and no match begins before it. Collective.
  CODAG_DEVICE void write(const token_batch& batch) {
    for (std::uint32_t done = 0; done < batch.total;) {
      // As many tokens as the buffer takes at once: at least one, and mostly all.
      const bool now = batch.bytes > 0 && batch.start >= done &&
                       batch.start + batch.bytes - done <= output_buffer<Thread>::batch_bytes;
      std::uint32_t end = batch.total;
      if (end - done > output_buffer<Thread>::batch_bytes)
        end = warp_.shuffle(batch.start + batch.bytes, warp_.last_of(warp_.ballot(now)));
      write_some(batch, now, out_.position() + batch.start - done);
      out_.advance(end - done);
      done = end;
    }
  }

 private:
  /// A lane reads less than this many bytes after a match's source, whether the match is short or
  /// long.
  static constexpr std::uint32_t read_after =
      std::max<std::uint32_t>(4 * token_batch::early_words, reads_after_copies);

  /// Writes the tokens of the lanes that have `now`, each to its `at`.
  CODAG_DEVICE void write_some(const token_batch& batch, bool now, std::uint32_t at) {
    const bool match = now && is_match(batch.mine);
    if (now && !match) out_.put(at, number_of(batch.mine));
    unsigned matches = warp_.ballot(match);
    if (matches == 0) return;
    // Before the first match, all bytes are there once the literals are.
    const std::uint32_t source = at - distance_of(batch.mine);
    const std::uint32_t there = warp_.shuffle(at, lowest_bit(matches));
    const bool is_short = batch.bytes <= token_batch::short_match;
    const bool ready = match && source + batch.bytes + read_after <= there &&
                       (is_short ? out_.has_words(source) : out_.has_vector_before(source));
    const unsigned short_ones = warp_.ballot(ready && is_short);
    const unsigned long_ones = warp_.ballot(ready && !is_short);
    // The literals are there before a match copies them.
    warp_.sync();
    if (ready && is_short) copy_by_lane(batch, at, source);
    if (long_ones != 0) copy_matches(warp_, out_, long_ones, batch.mine, at);
    // The copies are there before other matches copy them.
    warp_.sync();
    matches &= ~(short_ones | long_ones);
    if (matches == 0) return;
    const auto mine = copy_.describe(batch.mine, at);
    const unsigned in_one_step = warp_.ballot(mine.possible);
    for (; matches != 0; matches &= matches - 1) {
      const unsigned next = lowest_bit(matches);
      if ((in_one_step >> next & 1) != 0)
        copy_.copy(mine, at, next);
      else
        copy_.copy_in_turns(batch.mine, at, next);
      // The match is there before the next one copies from it.
      warp_.sync();
    }
  }

  /// Copies the lane's match.
  CODAG_DEVICE void copy_by_lane(const token_batch& batch, std::uint32_t at, std::uint32_t source) {
    std::uint32_t words[token_batch::early_words];
    if (batch.early != 0)
      for (unsigned k = 0; k < token_batch::early_words; ++k) words[k] = batch.words[k];
    else
      out_.get_words(source, words);
    const std::uint32_t shift = 8 * source;
    for (unsigned k = 0; k + 1 < token_batch::early_words; ++k) {
      if (batch.bytes <= 4 * k) return;
      out_.put_low(at + 4 * k, funnel_shift_right(words[k], words[k + 1], shift),
                   batch.bytes - 4 * k);
    }
  }

  const simt::warp_group<Thread>& warp_;
  output_buffer<Thread>& out_;
  copy_match<Thread> copy_;
};

}  // namespace codag::lz
