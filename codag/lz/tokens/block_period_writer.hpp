// block_period_writer: the warps of a block write tokens whose output repeats itself every eight
// bytes.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/lz/output/block_output.hpp"
#include "codag/lz/output/vector_store.hpp"
#include "codag/lz/tokens/block_token_storage.hpp"
#include "codag/lz/tokens/period_change.hpp"
#include "codag/lz/tokens/token.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/warp_group.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag::lz {

/// Some columns have values that change seldom, or in few of their bytes. Their matches copy the
/// value before: the distance is the size of a value, which divides eight. So a match repeats the
/// newest eight bytes of the output, and a literal replaces one of them. What a token changes does
/// not depend on what these bytes are. So a scan over the changes gives each token its eight bytes.
/// Then each vector of the output is put together from the bytes of its tokens, and no match is
/// copied.
template <class Thread, unsigned warps>
class block_period_writer {
 public:
  using storage = block_token_storage<warps>;

  CODAG_DEVICE block_period_writer(const Thread& t, storage& s, block_output<Thread>& out)
      : thread_(t), s_(s), out_(out) {}

  /// Writes the first tokens, up to a match of another distance, and returns how many. If these
  /// have few bytes, or more than the chunk has left, it writes nothing and returns 0: then a
  /// block_token_writer takes some of the tokens. `mine` and `available` are as for
  /// block_token_writer. Collective over the block.
  CODAG_DEVICE std::uint32_t write(const token (&mine)[tokens_per_thread],
                                   std::uint32_t available) {
    const simt::warp_group<Thread> warp(thread_);

    // How many of the lane's tokens can be written: all before the warp's first one that cannot.
    std::uint32_t good = 0;
    for (unsigned k = 0; k < tokens_per_thread; ++k)
      good += good == k && first_token() + k < available && can_write(mine[k], k) ? 1 : 0;
    const unsigned broken = warp.ballot(good < tokens_per_thread);
    if (thread_.lane() > warp.first_of(broken)) good = 0;
    std::uint32_t bytes = 0;
    for (unsigned k = 0; k < tokens_per_thread; ++k) bytes += k < good ? bytes_of(mine[k]) : 0;
    std::uint32_t of_warp;
    const std::uint32_t begin = warp.exclusive_sum(bytes, of_warp);

    // What the warp's tokens up to the lane's do, if the warp began at place 0.
    period_change change = change_of(mine, good, begin);
    for (unsigned step = 1; step < simt::warp_size; step *= 2) {
      const period_change before = change.shuffle_up(warp, step);
      if (thread_.lane() >= step) change = before.then(change);
    }
    const std::uint32_t tokens = warp.reduce(good);
    if (thread_.lane() == simt::warp_size - 1)
      s_.of_warps[thread_.warp()] = {.tokens = tokens, .bytes = of_warp, .change = change};
    const period_change before_lane = change.shuffle_up(warp, 1);
    // What all warps bring is there, and so is what the last batch has written.
    thread_.sync_block();

    const taken_tokens its = own_tokens();
    if (its.batch_end < least_bytes || its.batch_end - out_.begun_bytes() > out_.left()) {
      left_ = its.tokens + after_;
      after_ = after_ < storage::most_tokens ? 2 * after_ : after_;
      return 0;
    }
    if (after_ > 1) after_ /= 2;
    if (its.takes) {
      newest_bytes value = its.before;
      if (thread_.lane() > 0) value = before_lane.later_by(its.begin).applied_to(value);
      note_tokens(mine, good, its.first + tokens_per_thread * thread_.lane(), its.begin + begin,
                  value);
    }
    const word_quad begun = out_.begun();
    // All tokens are noted, and the vector that is begun has been read.
    thread_.sync_block();
    write_vectors(its.tokens, its.batch_end, begun);
    out_.advance(its.batch_end);
    return its.tokens;
  }

  /// After write() has returned 0: how many of the available tokens a block_token_writer takes.
  /// These are the tokens that write() has tried, the match of another distance, and some more.
  /// Their number doubles each time that write() returns 0, and halves if it does not: many such
  /// matches are not tried one by one.
  CODAG_DEVICE std::uint32_t left_to_token_writer(std::uint32_t available) const {
    return available < left_ ? available : left_;
  }

 private:
  static constexpr std::uint32_t most_bytes = storage::period_batch_bytes;
  /// A batch with fewer bytes is hardly faster than a block_token_writer's.
  static constexpr std::uint32_t least_bytes = storage::batch_bytes / 4;

  /// The warp's tokens that the batch takes.
  struct taken_tokens {
    bool takes;                       ///< whether the batch has its tokens
    std::uint32_t first;              ///< the number of the first one
    std::uint32_t begin;              ///< the place of its first byte
    newest_bytes before;              ///< of the output there
    std::uint32_t tokens, batch_end;  ///< of the whole batch
  };

  /// The number of the thread's first token.
  CODAG_DEVICE std::uint32_t first_token() const {
    return tokens_per_thread * thread_.thread_index();
  }
  /// Whether the thread's token number k can be written here. What a match copies is in the chunk,
  /// as each token before it has at least one byte.
  CODAG_DEVICE bool can_write(token t, unsigned k) const {
    const std::uint32_t before = out_.written() + first_token() + k;
    return period_change::is_made_by(t) && distance_of(t) <= before;
  }

  /// What the lane's tokens do, if the first one's output begins at `place`.
  static CODAG_DEVICE period_change change_of(const token (&mine)[tokens_per_thread],
                                              std::uint32_t good, std::uint32_t place) {
    period_change change = period_change::none();
    for (unsigned k = 0; k < tokens_per_thread; ++k) {
      if (k < good) change = change.then(period_change::made_by(mine[k], place));
      place += bytes_of(mine[k]);
    }
    return change;
  }

  /// Finds which tokens of the warps the batch takes: all tokens of the first warps, up to a warp
  /// that has a token that cannot be written. Of that warp it takes the tokens before this one.
  CODAG_DEVICE taken_tokens own_tokens() const {
    taken_tokens its{};
    its.batch_end = out_.begun_bytes();
    newest_bytes before = newest();
    for (unsigned w = 0; w < warps; ++w) {
      const auto brought = s_.of_warps[w];
      if (its.batch_end + brought.bytes > most_bytes) break;
      if (w == thread_.warp()) {
        its.takes = true;
        its.first = its.tokens;
        its.begin = its.batch_end;
        its.before = before;
      }
      if (w < thread_.warp()) before = brought.change.later_by(its.batch_end).applied_to(before);
      its.tokens += brought.tokens;
      its.batch_end += brought.bytes;
      if (brought.tokens < tokens_per_thread * simt::warp_size) break;
    }
    return its;
  }

  /// The newest bytes before the batch. Bytes from before the chunk have any value: no match copies
  /// them.
  CODAG_DEVICE newest_bytes newest() const {
    // Lane k finds byte k.
    const std::uint32_t lane = thread_.lane(), last = out_.begun_bytes() - 1;
    const std::uint32_t place = last - (last - lane) % 8;  // negative if it is before the batch
    const std::uint32_t byte = out_.byte_at(out_.batch() + place);
    const simt::warp_group<Thread> warp(thread_);
    const std::uint32_t shifted = byte << 8 * (lane % 4);
    return {warp.reduce(lane < 4 ? shifted : 0), warp.reduce(lane / 4 == 1 ? shifted : 0)};
  }

  /// Notes the thread's tokens, from number `number` and place `place` on, with the newest bytes
  /// before them.
  CODAG_DEVICE void note_tokens(const token (&mine)[tokens_per_thread], std::uint32_t good,
                                std::uint32_t number, std::uint32_t place, newest_bytes value) {
    for (unsigned k = 0; k < tokens_per_thread; ++k) {
      if (k >= good) break;
      value = period_change::made_by(mine[k], place).applied_to(value);
      const std::uint32_t end = place + bytes_of(mine[k]);
      s_.period.values[number + k] = value;
      s_.period.starts[number + k] = static_cast<std::uint16_t>(place);
      each_vector(place, end, [&](std::uint32_t vector) {
        s_.period.vector_tokens[vector] = static_cast<std::uint16_t>(number + k);
      });
      place = end;
    }
  }

  CODAG_DEVICE void write_vectors(std::uint32_t tokens, std::uint32_t batch_end,
                                  const word_quad& begun) {
    for (std::uint32_t vector = vector_bytes * thread_.thread_index(); vector < batch_end;
         vector += vector_bytes * storage::threads) {
      word_quad quad = begun;
      std::uint32_t next = 0;
      if (vector >= out_.begun_bytes()) {
        next = s_.period.vector_tokens[vector / vector_bytes];
        quad = repeated(s_.period.values[next]);
        ++next;
      }
      for (; next < tokens; ++next) {
        const std::uint32_t from = s_.period.starts[next] - vector;
        if (from >= vector_bytes) break;
        overwrite(quad, from, s_.period.values[next]);
      }
      out_.write(vector, batch_end, quad);
    }
  }

  static CODAG_DEVICE word_quad repeated(const newest_bytes& value) {
    return {{value.low, value.high, value.low, value.high}};
  }
  /// Replaces the vector's bytes from number `from` on.
  static CODAG_DEVICE void overwrite(word_quad& vector, std::uint32_t from,
                                     const newest_bytes& value) {
    // The bytes of eight that are kept.
    const std::uint32_t low = low_bits(from % 8 < 4 ? 8 * (from % 8) : 32);
    const std::uint32_t high = low_bits(from % 8 > 4 ? 8 * (from % 4) : 0);
    const bool first_half = from < 8;
    const auto replace = [](std::uint32_t& word, std::uint32_t kept, std::uint32_t by) {
      word = (word & kept) | (by & ~kept);
    };
    replace(vector.words[0], first_half ? low : ~0u, value.low);
    replace(vector.words[1], first_half ? high : ~0u, value.high);
    replace(vector.words[2], first_half ? 0 : low, value.low);
    replace(vector.words[3], first_half ? 0 : high, value.high);
  }

  const Thread& thread_;
  storage& s_;
  block_output<Thread>& out_;
  std::uint32_t left_ = 0;   // to a block_token_writer: so many tokens
  std::uint32_t after_ = 1;  // of them, those that may follow the match of another distance
};

}  // namespace codag::lz
