// round_writer: the warps of a block write long tokens, a warp per token, in rounds.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/lz/block_output.hpp"
#include "codag/lz/line_store.hpp"
#include "codag/lz/period_change.hpp"
#include "codag/lz/round_plan.hpp"
#include "codag/lz/slab_storage.hpp"
#include "codag/lz/token.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/warp_group.hpp"

namespace codag::lz {

/// Writes slabs of up to 32 tokens. In each round, the warps share the matches whose sources are
/// written, and copy each with eight bytes per lane. So a slab has as many rounds as its longest
/// chain of matches. The last warp does not copy: it plans the next slab.
///
/// The slab is put together in shared memory beside the ring, because lines of the ring may be
/// copied in a later round. A slab_writer is faster if tokens are short.
template <class Thread, unsigned warps>
class round_writer {
 public:
  using storage = slab_storage<warps>;

  CODAG_DEVICE round_writer(const Thread& t, storage& s, block_output<Thread>& out)
      : thread_(t), warp_(t), s_(s), out_(out) {}

  /// Writes all of the tokens. Returns false if it cannot: if a match begins before the chunk, or a
  /// token ends after it. The chunk is lost then. `Tokens` is a deflate::token_list_reader, or has
  /// its load() and total(). Collective over the block; a barrier lies between two calls.
  template <class Tokens>
  CODAG_DEVICE bool write(const Tokens& tokens) {
    std::uint32_t first = 0;  // the number of the next slab's first token
    const bool plans = thread_.warp() == copying_warps;
    round_planner<Thread> planner(warp_);
    token next[1];  // the lane's token of those that come next
    const auto load = [&](std::uint32_t index) { tokens.load(index + thread_.lane(), next); };
    if (plans) {
      load(0);
      planner.take(next[0], tokens.total(), {out_.begun_bytes(), out_.written(), out_.left()},
                   slab_bytes);
      load(planner.tokens());
      planner.store(s_.plan);
    }
    for (;;) {
      // The plan is there, and so is what the slab before has written.
      thread_.sync_block();
      const auto slab = s_.plan.of_all;
      if (slab.tokens == 0) return first == tokens.total();
      const auto mine = s_.plan.tokens[thread_.lane()];
      first += slab.tokens;
      if (plans) {
        put_literals(slab, mine);
        const std::uint32_t bytes = slab.end - out_.begun_bytes();
        planner.take(next[0], tokens.total() - first,
                     {slab.end % line_bytes, out_.written() + bytes, out_.left() - bytes},
                     slab_bytes);
        load(first + planner.tokens());
      }
      unsigned waiting = slab.matches, ready = slab.first_round;
      for (bool is_stored = false;;) {
        if (!plans) copy_share(ready, mine);
        waiting &= ~ready;
        // This round's matches are there; and after the first one, all warps have read the plan.
        thread_.sync_block();
        if (plans && !is_stored) planner.store(s_.plan);
        is_stored = true;
        if (waiting == 0) break;
        ready = warp_.ballot((waiting >> thread_.lane() & 1) != 0 && (mine.copied & waiting) == 0);
      }
      for (std::uint32_t line = line_bytes * thread_.thread_index(); line < slab.end;
           line += line_bytes * storage::threads)
        out_.write(line, slab.end, *slab_at<word_quad>(line));
      out_.advance(slab.end);
    }
  }

 private:
  /// The last warp plans.
  static constexpr unsigned copying_warps = warps - 1;
  static_assert(copying_warps > 0);
  static constexpr std::uint32_t slab_bytes = storage::round_slab_bytes;

  /// Eight bytes at a place that is a multiple of eight.
  struct alignas(word_copy::bytes) eight_bytes {
    std::uint32_t low, high;
  };
  static constexpr std::uint32_t word_bytes = sizeof(eight_bytes);
  static_assert(word_bytes == word_copy::bytes);
  static_assert(longest_match / word_bytes <= simt::warp_size, "a lane copies one word of a match");
  static_assert(line_bytes + longest_match <= slab_bytes, "a slab takes any token");

  /// Puts the slab's literals, and what is written of its first line.
  CODAG_DEVICE void put_literals(const round_plan::summary& slab,
                                 const round_plan::placed& mine) const {
    const std::uint32_t lane = thread_.lane();
    if (lane < slab.tokens && !is_match(mine.its)) put(mine.begin, number_of(mine.its));
    if (lane < out_.begun_bytes()) put(lane, out_.byte_at(out_.slab() + lane));
  }

  /// Copies the warp's share of the ready matches. Collective.
  CODAG_DEVICE void copy_share(unsigned ready, const round_plan::placed& mine) const {
    const unsigned count = popcount(ready);
    if (thread_.warp() >= count) return;
    const bool is_ready = (ready >> thread_.lane() & 1) != 0;
    const unsigned number = warp_.rank_among(ready);
    for (unsigned next = thread_.warp(); next < count; next += copying_warps) {
      const unsigned which = lowest_bit(warp_.ballot(is_ready && number == next));
      copy(warp_.shuffle(mine.its, which), warp_.shuffle(mine.begin, which),
           warp_.shuffle(mine.source, which));
    }
  }

  /// Copies a match to the places from `begin` on. Its source is written. Collective.
  CODAG_DEVICE void copy(token match, std::uint32_t begin, std::uint32_t source) const {
    const std::uint32_t distance = distance_of(match), length = number_of(match);
    const std::uint32_t end = begin + length, lane = thread_.lane();
    // The lane's whole word, if the match has it.
    const std::uint32_t first_word = (begin + word_bytes - 1) / word_bytes * word_bytes;
    const std::uint32_t word = first_word + word_bytes * lane;
    const bool has_word = word + word_bytes <= end;
    // The lane's byte before the first whole word, or after the last one, if there is one.
    const bool is_last = (lane & word_bytes) != 0;
    const std::uint32_t last_word = end / word_bytes * word_bytes;
    const std::uint32_t words_begin = first_word < end ? first_word : end;
    const std::uint32_t words_end = last_word < first_word ? first_word : last_word;
    const std::uint32_t byte = (is_last ? words_end : begin) + lane % word_bytes;
    const bool has_byte = lane < 2 * word_bytes && byte < (is_last ? end : words_begin);
    const std::uint32_t before = begin - source;
    if (word_copy::takes(match, before)) {
      eight_bytes copied{};
      std::uint32_t other = 0;
      if (has_word) copied = word_from(word - before);
      if (has_byte) other = *at<std::uint8_t>(byte - before);
      if (has_word) *slab_at<eight_bytes>(word) = copied;
      if (has_byte) put(byte, other);
    } else if (period_change::is_made_by(match)) {
      // All words are the same. Lane k has byte k of them.
      const std::uint32_t k = lane % word_bytes;
      const std::uint32_t its = *at<std::uint8_t>(source + ((k - begin) & (distance - 1)));
      const std::uint32_t shifted = its << 8 * (lane % 4);
      const eight_bytes repeated{warp_.reduce(lane < 4 ? shifted : 0),
                                 warp_.reduce(lane / 4 == 1 ? shifted : 0)};
      if (has_word) *slab_at<eight_bytes>(word) = repeated;
      if (has_byte)
        put(byte, (byte % word_bytes < 4 ? repeated.low : repeated.high) >> 8 * (byte % 4));
    } else {
      for (std::uint32_t k = lane; k < length; k += simt::warp_size)
        put(begin + k, *at<std::uint8_t>(source + k % distance));
    }
  }

  /// Eight bytes from any place.
  CODAG_DEVICE eight_bytes word_from(std::uint32_t place) const {
    const std::uint32_t first = place / word_bytes * word_bytes;
    const eight_bytes a = *at<eight_bytes>(first), b = *at<eight_bytes>(first + word_bytes);
    const bool in_high = place % word_bytes >= 4;
    const std::uint32_t low = in_high ? a.high : a.low;
    const std::uint32_t middle = in_high ? b.low : a.high;
    const std::uint32_t high = in_high ? b.high : b.low;
    return {funnel_shift_right(low, middle, 8 * place),
            funnel_shift_right(middle, high, 8 * place)};
  }

  /// What is at a place of the slab, or before it, in the ring.
  template <class T>
  CODAG_DEVICE const T* at(std::uint32_t place) const {
    const bool is_before = static_cast<std::int32_t>(place) < 0;
    const auto* const ring = reinterpret_cast<const std::byte*>(s_.output.ring);
    const auto* const slab = reinterpret_cast<const std::byte*>(s_.round_slab);
    return reinterpret_cast<const T*>(
        is_before ? ring + (out_.slab() + place) % block_output_storage::ring_bytes : slab + place);
  }
  CODAG_DEVICE void put(std::uint32_t place, std::uint32_t byte) const {
    *slab_at<std::uint8_t>(place) = static_cast<std::uint8_t>(byte);
  }
  template <class T>
  CODAG_DEVICE T* slab_at(std::uint32_t place) const {
    return reinterpret_cast<T*>(reinterpret_cast<std::byte*>(s_.round_slab) + place);
  }

  const Thread& thread_;
  const simt::warp_group<Thread> warp_;
  storage& s_;
  block_output<Thread>& out_;
};

}  // namespace codag::lz
