// block_match_writer: the warps of a block write long tokens, a warp per token.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/lz/output/block_output.hpp"
#include "codag/lz/output/vector_store.hpp"
#include "codag/lz/tokens/block_token_storage.hpp"
#include "codag/lz/tokens/match_plan.hpp"
#include "codag/lz/tokens/period_change.hpp"
#include "codag/lz/tokens/token.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/warp_group.hpp"

namespace codag::lz {

/// Writes batches of up to 32 tokens. In each pass, the warps divide the matches whose sources are
/// written, and copy each with eight bytes per lane. So a batch takes as many passes as its longest
/// chain of matches. The last warp does not copy: it plans the next batch.
///
/// The batch is put together in shared memory beside the ring, because vectors of the ring may be
/// copied in a later pass. A block_token_writer is faster if tokens are short.
template <class Thread, unsigned warps>
class block_match_writer {
 public:
  using storage = block_token_storage<warps>;

  CODAG_DEVICE block_match_writer(const Thread& t, storage& s, block_output<Thread>& out)
      : thread_(t), warp_(t), s_(s), out_(out) {}

  /// Writes all of the tokens. Returns false if it cannot: if a match begins before the chunk, or a
  /// token ends after it. The chunk is lost then. `Tokens` is a deflate::token_list_reader, or has
  /// its load() and total(). Collective over the block; a barrier lies between two calls.
  template <class Tokens>
  CODAG_DEVICE bool write(const Tokens& tokens) {
    std::uint32_t first = 0;  // the number of the next batch's first token
    const bool plans = thread_.warp() == copying_warps;
    match_planner<Thread> planner(warp_);
    token next[1];  // the lane's token of those that come next
    const auto load = [&](std::uint32_t index) { tokens.load(index + thread_.lane(), next); };
    if (plans) {
      load(0);
      planner.take(next[0], tokens.total(), {out_.begun_bytes(), out_.written(), out_.left()},
                   batch_bytes);
      load(planner.tokens());
      planner.store(s_.plan);
    }
    for (;;) {
      // The plan is there, and so is what the batch before has written.
      thread_.sync_block();
      const auto batch = s_.plan.of_all;
      if (batch.tokens == 0) return first == tokens.total();
      const auto mine = s_.plan.tokens[thread_.lane()];
      first += batch.tokens;
      if (plans) {
        put_literals(batch, mine);
        const std::uint32_t bytes = batch.end - out_.begun_bytes();
        planner.take(next[0], tokens.total() - first,
                     {batch.end % vector_bytes, out_.written() + bytes, out_.left() - bytes},
                     batch_bytes);
        load(first + planner.tokens());
      }
      unsigned waiting = batch.matches, ready = batch.first_pass;
      for (bool is_stored = false;;) {
        if (!plans) copy_ready(ready, mine);
        waiting &= ~ready;
        // This pass's matches are there; and after the first one, all warps have read the plan.
        thread_.sync_block();
        if (plans && !is_stored) planner.store(s_.plan);
        is_stored = true;
        if (waiting == 0) break;
        ready = warp_.ballot((waiting >> thread_.lane() & 1) != 0 && (mine.copied & waiting) == 0);
      }
      for (std::uint32_t vector = vector_bytes * thread_.thread_index(); vector < batch.end;
           vector += vector_bytes * storage::threads)
        out_.write(vector, batch.end, *batch_at<word_quad>(vector));
      out_.advance(batch.end);
    }
  }

 private:
  /// The last warp plans.
  static constexpr unsigned copying_warps = warps - 1;
  static_assert(copying_warps > 0);
  static constexpr std::uint32_t batch_bytes = storage::match_batch_bytes;

  /// Eight bytes at a place that is a multiple of eight.
  struct alignas(word_copy::bytes) eight_bytes {
    std::uint32_t low, high;
  };
  static constexpr std::uint32_t word_bytes = sizeof(eight_bytes);
  static_assert(word_bytes == word_copy::bytes);
  static_assert(longest_match / word_bytes <= simt::warp_size, "a lane copies one word of a match");
  static_assert(vector_bytes + longest_match <= batch_bytes, "a batch takes any token");

  /// Puts the batch's literals, and what is written of its first vector.
  CODAG_DEVICE void put_literals(const match_plan::summary& batch,
                                 const match_plan::placed& mine) const {
    const std::uint32_t lane = thread_.lane();
    if (lane < batch.tokens && !is_match(mine.its)) put(mine.begin, number_of(mine.its));
    if (lane < out_.begun_bytes()) put(lane, out_.byte_at(out_.batch() + lane));
  }

  /// Copies those of the ready matches that are this warp's. Collective.
  CODAG_DEVICE void copy_ready(unsigned ready, const match_plan::placed& mine) const {
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
      if (has_word) *batch_at<eight_bytes>(word) = copied;
      if (has_byte) put(byte, other);
    } else if (period_change::is_made_by(match)) {
      // All words are the same. Lane k has byte k of them.
      const std::uint32_t k = lane % word_bytes;
      const std::uint32_t its = *at<std::uint8_t>(source + ((k - begin) & (distance - 1)));
      const std::uint32_t shifted = its << 8 * (lane % 4);
      const eight_bytes repeated{warp_.reduce(lane < 4 ? shifted : 0),
                                 warp_.reduce(lane / 4 == 1 ? shifted : 0)};
      if (has_word) *batch_at<eight_bytes>(word) = repeated;
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

  /// What is at a place of the batch, or before it, in the ring.
  template <class T>
  CODAG_DEVICE const T* at(std::uint32_t place) const {
    const bool is_before = static_cast<std::int32_t>(place) < 0;
    const auto* const ring = reinterpret_cast<const std::byte*>(s_.output.ring);
    const auto* const batch = reinterpret_cast<const std::byte*>(s_.match_batch);
    return reinterpret_cast<const T*>(is_before ? ring + (out_.batch() + place) %
                                                             block_output_storage::ring_bytes
                                                : batch + place);
  }
  CODAG_DEVICE void put(std::uint32_t place, std::uint32_t byte) const {
    *batch_at<std::uint8_t>(place) = static_cast<std::uint8_t>(byte);
  }
  template <class T>
  CODAG_DEVICE T* batch_at(std::uint32_t place) const {
    return reinterpret_cast<T*>(reinterpret_cast<std::byte*>(s_.match_batch) + place);
  }

  const Thread& thread_;
  const simt::warp_group<Thread> warp_;
  storage& s_;
  block_output<Thread>& out_;
};

}  // namespace codag::lz
