// block_token_writer: the warps of a block write a chunk from its tokens, and resolve all matches
// together.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/lz/output/block_output.hpp"
#include "codag/lz/output/vector_store.hpp"
#include "codag/lz/tokens/block_token_storage.hpp"
#include "codag/lz/tokens/token.hpp"
#include "codag/simt/warp_group.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag::lz {

/// Writes a batch of tokens at a time. A thread first has some tokens, and then a vector: it notes
/// for each of the vector's bytes its byte_origin. That is a value if the byte is a literal's, or
/// copied from before the batch; else it is a byte of the same batch that may be a copy, too. Such
/// chains of copies are shortened by pointer doubling: in each step, each byte that is a copy
/// takes over what its origin has noted. So a chain of n matches takes log2(n + 1) steps, rounded
/// up, and none of them waits for another.
template <class Thread, unsigned warps, unsigned tokens = tokens_per_thread>
class block_token_writer {
 public:
  using storage = block_token_storage<warps, tokens>;

  CODAG_DEVICE block_token_writer(const Thread& t, storage& s, block_output<Thread>& out)
      : thread_(t), s_(s), out_(out) {}

  /// Takes as many tokens as a batch has room for, at least the first one, and returns how many;
  /// write() comes next. Each thread brings its `tokens` next ones, `mine`; there are
  /// `available` in all, at least one. Returns 0 if a match begins before the chunk, or a token
  /// ends after it; the chunk is lost then. Collective over the block.
  CODAG_DEVICE std::uint32_t take(const token (&mine)[tokens], std::uint32_t available) {
    const std::uint32_t skipped = out_.begun_bytes();
    const std::uint32_t first = tokens * thread_.thread_index();
    std::uint32_t bytes = 0;
    for (unsigned k = 0; k < tokens; ++k) bytes += first + k < available ? bytes_of(mine[k]) : 0;
    const std::uint32_t begin = skipped + bytes_before(bytes);
    placed_token placed[tokens];
    std::uint32_t number = first;  // of the thread's first token that is not taken
    std::uint32_t end = begin;     // of the ones before it
    bool bad = false;
    CODAG_UNROLL
    for (unsigned k = 0; k < tokens; ++k) {
      const std::uint32_t place = k > 0 ? placed[k - 1].end : begin;
      placed[k] = {.origin = origin_of(mine[k], place), .end = place + bytes_of(mine[k])};
      if (first + k < available && placed[k].end <= storage::batch_bytes) {
        if (distance_of(mine[k]) > out_.written() + (place - skipped)) bad = true;
        ++number;
        end = placed[k].end;
      }
    }
    // If some of them are not taken, nobody reads these.
    for (unsigned k = 0; k < tokens; ++k) placed_at(storage::first_placed + first + k) = placed[k];
    // Whether the batch ends with this thread's tokens, or just before them.
    const bool has_end = number < first + tokens
                             ? number <= available && end <= storage::batch_bytes
                             : number == storage::most_tokens;
    if (has_end) {
      s_.taken = number;
      placed_at(storage::first_placed + number) = {.origin = 0, .end = ~std::uint32_t{0}};
    }
    each_vector(begin, end, [&](std::uint32_t vector) {
      std::uint32_t its = storage::first_placed + first;
      for (unsigned k = 0; k + 1 < tokens; ++k)
        its += vector * vector_bytes >= placed[k].end ? 1 : 0;
      s_.first_tokens[vector] = static_cast<std::uint16_t>(its);
    });
    if (first == 0) {
      placed_at(storage::first_placed - 1) = {.origin = written_vector, .end = skipped};
      if (skipped > 0) s_.first_tokens[0] = storage::first_placed - 1;
    }
    // All of the batch's tokens are placed.
    if (thread_.sync_block_or(bad)) return 0;
    batch_end_ = placed_at(storage::first_placed + s_.taken - 1).end;
    return batch_end_ - skipped <= out_.left() ? s_.taken : 0;
  }

  /// Writes the tokens that take() has just taken. Collective over the block.
  CODAG_DEVICE void write() {
    const std::uint32_t vector = vector_bytes * thread_.thread_index();
    byte_origin origins[vector_bytes];
    byte_origin waits = 0;
    if (vector < batch_end_) {
      waits = find_origins(vector, origins);
      put_origins(origins);
    }
    resolve(origins, waits);
    if (vector < batch_end_) store(vector, origins);
    out_.advance(batch_end_);
  }

 private:
  static_assert(copies_first + byte_origin{2 * storage::batch_bytes} <= 0, "copies are negative");
  /// The origin of the bytes of the batch's first vector that are already written. They are where
  /// the bytes ring_bytes before them were.
  static constexpr byte_origin written_vector =
      copies_first - 2 * byte_origin{block_output_storage::ring_bytes};
  static_assert(vector_bytes + longest_match <= storage::batch_bytes, "a batch takes any token");

  /// The origin of a token's first byte, which is at `place`.
  static CODAG_DEVICE byte_origin origin_of(token t, std::uint32_t place) {
    if (is_match(t)) return copies_first + static_cast<byte_origin>(2 * (place - distance_of(t)));
    return static_cast<byte_origin>(number_of(t));
  }
  CODAG_DEVICE placed_token& placed_at(unsigned number) const {
    return s_.placed[storage::slot(number)];
  }
  static CODAG_DEVICE bool is_copy(byte_origin o) { return o < 0; }
  static CODAG_DEVICE bool is_before_batch(byte_origin o) { return o < copies_first; }
  /// The position that it copies.
  CODAG_DEVICE std::uint32_t source_of(byte_origin o) const {
    return out_.batch() + static_cast<std::uint32_t>((o - copies_first) >> 1);
  }

  /// The sum of what the threads before this one bring. No barrier follows the reads: each call
  /// of take() ends with one, before the next call writes. Collective over the block.
  CODAG_DEVICE std::uint32_t bytes_before(std::uint32_t bytes) {
    const simt::warp_group<Thread> warp(thread_);
    std::uint32_t of_warp;
    const std::uint32_t in_warp = warp.exclusive_sum(bytes, of_warp);
    if (thread_.lane() == 0) s_.warp_bytes[thread_.warp()] = of_warp;
    // All sums are there before a warp reads them.
    thread_.sync_block();
    return in_warp +
           warp.reduce(thread_.lane() < thread_.warp() ? s_.warp_bytes[thread_.lane()] : 0u);
  }

  /// Notes what the bytes of the thread's vector are. The result is a copy if one of them is.
  CODAG_DEVICE byte_origin find_origins(std::uint32_t vector,
                                        byte_origin (&origins)[vector_bytes]) {
    unsigned its = s_.first_tokens[vector / vector_bytes];
    byte_origin origin = placed_at(its).origin;
    std::uint32_t end = placed_at(its).end - vector;  // counted from the vector, as k is
    if (is_copy(origin) && vector > 0) {              // vector 0 begins with a token
      // A match that repeats itself repeats its source. So the vector's first byte has a source
      // before the match, and the next ones follow it: those that are in the match are noted, too.
      const std::uint32_t begin = placed_at(its - 1).end;
      const std::uint32_t distance = out_.batch() + begin - source_of(origin);
      std::uint32_t passed = vector - begin;
      if (passed >= distance) passed %= distance;
      origin += static_cast<byte_origin>(2 * passed);
    }
    byte_origin any = 0;
    CODAG_UNROLL
    for (unsigned k = 0; k < vector_bytes; ++k) {
      if (k == end) {
        ++its;
        origin = placed_at(its).origin;
        end = placed_at(its).end - vector;
      }
      origins[k] = origin;
      if (is_before_batch(origin))
        origins[k] = static_cast<byte_origin>(out_.byte_at(source_of(origin)));
      any |= origins[k];
      origin += 2;
    }
    return any;
  }

  /// Lets other threads see what the vector's bytes are.
  CODAG_DEVICE void put_origins(const byte_origin (&origins)[vector_bytes]) {
    CODAG_UNROLL
    for (unsigned half = 0; half < 2; ++half) {
      word_quad quad;
      for (unsigned k = 0; k < 4; ++k)
        quad.words[k] =
            byte_permute(static_cast<std::uint32_t>(origins[8 * half + 2 * k]),
                         static_cast<std::uint32_t>(origins[8 * half + 2 * k + 1]), 0x5410);
      s_.origins[2 * thread_.thread_index() + half] = quad;
    }
  }

  /// Finds the values of all bytes of the batch. `waits` is a copy if one of the thread's bytes is.
  /// Collective over the block.
  CODAG_DEVICE void resolve(byte_origin (&origins)[vector_bytes], byte_origin waits) {
    const auto* const of_all = reinterpret_cast<const std::byte*>(s_.origins);
    // All threads have put what their bytes are.
    if (!thread_.sync_block_or(is_copy(waits))) return;
    for (;;) {
      const bool changes = is_copy(waits);
      if (changes) {
        waits = 0;
        CODAG_UNROLL
        for (unsigned k = 0; k < vector_bytes; ++k) {
          if (is_copy(origins[k]))
            origins[k] =
                *reinterpret_cast<const std::int16_t*>(of_all + (origins[k] - copies_first));
          waits |= origins[k];
        }
      }
      // All threads have read what this step changes.
      if (!thread_.sync_block_or(is_copy(waits))) return;
      if (changes) put_origins(origins);
      // All threads have put what their bytes are after this step.
      thread_.sync_block();
    }
  }

  /// Writes the thread's vector, whose bytes are all values.
  CODAG_DEVICE void store(std::uint32_t vector, const byte_origin (&bytes)[vector_bytes]) {
    const auto byte = [&](unsigned k) { return static_cast<std::uint32_t>(bytes[k]) & 0xff; };
    word_quad quad;
    for (unsigned k = 0; k < 4; ++k)
      quad.words[k] =
          byte(4 * k) | byte(4 * k + 1) << 8 | byte(4 * k + 2) << 16 | byte(4 * k + 3) << 24;
    out_.write(vector, batch_end_, quad);
  }

  const Thread& thread_;
  storage& s_;
  block_output<Thread>& out_;
  std::uint32_t batch_end_ = 0;  // the place after the batch's last byte
};

}  // namespace codag::lz
