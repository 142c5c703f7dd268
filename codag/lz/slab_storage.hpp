// slab_storage: the shared memory in which a block puts slabs of a chunk together.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/lz/block_output.hpp"
#include "codag/lz/line_store.hpp"
#include "codag/lz/period_change.hpp"
#include "codag/lz/round_plan.hpp"
#include "codag/lz/token.hpp"
#include "codag/simt/simt.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag::lz {

/// The tokens that a thread brings for a slab.
inline constexpr unsigned tokens_per_thread = 2;

/// Calls use(line) for each line whose first byte is at a place from `begin` to `end`. A token has
/// mostly one or none; at most 17.
template <class Use>
CODAG_DEVICE void each_line(std::uint32_t begin, std::uint32_t end, const Use& use) {
  for (std::uint32_t line = (begin + line_bytes - 1) / line_bytes; line * line_bytes < end; ++line)
    use(line);
}

/// What a byte of a slab_writer's slab is: its value, or copies_first plus twice the place of the
/// earlier byte that it copies. That place is negative if it is before the slab.
using byte_origin = std::int32_t;
inline constexpr byte_origin copies_first = -0x8000;

/// A token of a slab_writer's slab.
struct alignas(8) placed_token {
  byte_origin origin;  ///< of its first byte; each next byte of a match has 2 more
  std::uint32_t end;   ///< the place after its last byte
};

/// What a warp brings for a period_writer's slab.
struct period_share {
  std::uint32_t tokens, bytes;
  period_change change;  ///< what they do, if the share begins at place 0
};

/// The tokens of a period_writer's slab.
template <unsigned most_tokens, unsigned lines>
struct period_slab {
  newest_bytes values[most_tokens];   ///< after each token: what its output repeats
  std::uint16_t starts[most_tokens];  ///< the place of each token's first byte
  std::uint16_t line_tokens[lines];   ///< the token of each line's first byte
};

/// The shared memory of a slab_writer, a period_writer and a round_writer of `warps` warps. A
/// slab_writer's slab is a line of 16 bytes per thread.
template <unsigned warps>
struct alignas(simt::shared_alignment) slab_storage {
  static constexpr unsigned threads = warps * simt::warp_size;
  static constexpr unsigned most_tokens = tokens_per_thread * threads;
  static constexpr std::uint32_t slab_bytes = threads * line_bytes;
  /// Two, so that a thread stores both of its tokens at once.
  static constexpr unsigned first_placed = 2;
  /// A period_writer's slab has at most so many bytes: no two of its lines share a place in the
  /// ring.
  static constexpr std::uint32_t period_slab_bytes = block_output_storage::ring_bytes;
  /// A round_writer's slab has at most so many bytes.
  static constexpr std::uint32_t round_slab_bytes = 2 * slab_bytes;

  block_output_storage output;
  round_plan plan;  ///< of a round_writer's next slab
  union {
    /// The byte_origin of each byte of the slab. Two bytes hold it: none of them copies from before
    /// the slab.
    word_quad origins[2 * threads];
    period_slab<most_tokens, period_slab_bytes / line_bytes> period;
    word_quad round_slab[round_slab_bytes / line_bytes];  ///< the bytes of a round_writer's slab
  };
  /// The slab's tokens, from first_placed on, and after them a literal without end. Before them, a
  /// match gives what is written of the slab's first line.
  alignas(word_quad) placed_token placed[first_placed + most_tokens + 1];
  std::uint16_t first_tokens[threads];  ///< where in `placed` each line's first byte is
  period_share shares[warps];           ///< of a period_writer's slab
  std::uint32_t taken;                  ///< how many tokens the slab has
  std::uint32_t warp_bytes[warps];      ///< of each warp's tokens
};

}  // namespace codag::lz
