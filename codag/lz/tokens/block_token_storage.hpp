// block_token_storage: the shared memory in which a block puts batches of a chunk together.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/lz/output/block_output.hpp"
#include "codag/lz/output/vector_store.hpp"
#include "codag/lz/tokens/match_plan.hpp"
#include "codag/lz/tokens/period_change.hpp"
#include "codag/simt/simt.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag::lz {

/// The tokens that a thread brings for a batch: few, if they have some bytes each, or many, if most
/// are literals.
inline constexpr unsigned tokens_per_thread = 2, short_tokens_per_thread = 8;

/// Calls use(vector) for each vector whose first byte is at a place from `begin` to `end`. A token
/// has mostly one or none; at most 17.
template <class Use>
CODAG_DEVICE void each_vector(std::uint32_t begin, std::uint32_t end, const Use& use) {
  for (std::uint32_t vector = (begin + vector_bytes - 1) / vector_bytes;
       vector * vector_bytes < end; ++vector)
    use(vector);
}

/// What a byte of a block_token_writer's batch is: its value, or copies_first plus twice the place
/// of the earlier byte that it copies. That place is negative if it is before the batch.
using byte_origin = std::int32_t;
inline constexpr byte_origin copies_first = -0x8000;

/// A token of a block_token_writer's batch.
struct alignas(8) placed_token {
  byte_origin origin;  ///< of its first byte; each next byte of a match has 2 more
  std::uint32_t end;   ///< the place after its last byte
};

/// What a warp brings for a block_period_writer's batch.
struct brought_tokens {
  std::uint32_t tokens, bytes;
  period_change change;  ///< what they do, if the first one begins at place 0
};

/// The tokens of a block_period_writer's batch.
template <unsigned most_tokens, unsigned vectors>
struct period_batch {
  newest_bytes values[most_tokens];      ///< after each token: what its output repeats
  std::uint16_t starts[most_tokens];     ///< the place of each token's first byte
  std::uint16_t vector_tokens[vectors];  ///< the token of each vector's first byte
};

/// The shared memory of a block_token_writer, a block_period_writer and a block_match_writer of
/// `warps` warps. A block_token_writer's batch is a vector of 16 bytes per thread, of up to
/// `tokens` tokens per thread.
template <unsigned warps, unsigned tokens = tokens_per_thread>
struct alignas(simt::shared_alignment) block_token_storage {
  static constexpr unsigned threads = warps * simt::warp_size;
  static constexpr unsigned most_tokens = tokens * threads;
  static constexpr std::uint32_t batch_bytes = threads * vector_bytes;
  static_assert(block_output_storage::ring_bytes % batch_bytes == 0,
                "the ring has as many vectors for each thread");
  /// Two: with two tokens per thread, a thread's pair is aligned and takes one store.
  static constexpr unsigned first_placed = 2;
  /// Where a placed token is. Lanes that store many at once use different banks.
  static CODAG_HOST_DEVICE constexpr unsigned slot(unsigned number) {
    return tokens == tokens_per_thread ? number : number + number / tokens;
  }
  /// A block_period_writer's batch has at most so many bytes: no two of its vectors share a place
  /// in the ring.
  static constexpr std::uint32_t period_batch_bytes = block_output_storage::ring_bytes;
  /// A block_match_writer's batch has at most so many bytes.
  static constexpr std::uint32_t match_batch_bytes = 2 * batch_bytes;

  block_output_storage output;
  match_plan plan;  ///< of a block_match_writer's next batch
  union {
    /// The byte_origin of each byte of the batch. Two bytes hold it: none of them copies from
    /// before the batch.
    word_quad origins[2 * threads];
    period_batch<most_tokens, period_batch_bytes / vector_bytes> period;
    word_quad match_batch[match_batch_bytes /
                          vector_bytes];  ///< the bytes of a block_match_writer's batch
  };
  /// The batch's tokens, from first_placed on, and after them a literal without end. Before them, a
  /// match gives what is written of the batch's first vector.
  alignas(word_quad) placed_token placed[slot(first_placed + most_tokens) + 1];
  std::uint16_t first_tokens[threads];  ///< the placed token that each vector's first byte is in
  brought_tokens of_warps[warps];       ///< of a block_period_writer's batch
  std::uint32_t taken;                  ///< how many tokens the batch has
  std::uint32_t warp_bytes[warps];      ///< of each warp's tokens
};

}  // namespace codag::lz
