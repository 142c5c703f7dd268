// slab_storage: the shared memory in which a block puts slabs of a chunk together.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/lz/block_output.hpp"
#include "codag/lz/line_store.hpp"
#include "codag/lz/period_change.hpp"
#include "codag/lz/token.hpp"
#include "codag/simt/block_group.hpp"
#include "codag/simt/simt.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag::lz {

/// The tokens that a thread brings for a slab.
inline constexpr unsigned tokens_per_thread = 2;

/// Notes token `number`, whose output is at the places from `begin` to `end`, for each line whose
/// first byte is among them. Mostly one or none; at most 17.
CODAG_DEVICE void note_lines(std::uint16_t* first_tokens, std::uint32_t begin, std::uint32_t end,
                             std::uint32_t number) {
  for (std::uint32_t line = (begin + line_bytes - 1) / line_bytes; line * line_bytes < end; ++line)
    first_tokens[line] = static_cast<std::uint16_t>(number);
}

/// A token of a slab_writer's slab.
struct alignas(8) placed_token {
  token what;
  std::uint32_t end;  ///< of its output, in the slab
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

/// The shared memory of a slab_writer and a period_writer of `warps` warps. A slab_writer's slab is
/// a line of 16 bytes per thread.
template <unsigned warps>
struct alignas(simt::shared_alignment) slab_storage {
  static constexpr unsigned threads = warps * simt::warp_size;
  static constexpr unsigned most_tokens = tokens_per_thread * threads;
  static constexpr std::uint32_t slab_bytes = threads * line_bytes;
  /// A period_writer's slab has at most so many bytes: no two of its lines share a place in the
  /// ring.
  static constexpr std::uint32_t period_slab_bytes = block_output_storage::ring_bytes;

  block_output_storage output;
  union {
    /// Two bytes for each byte of the slab: either `known` and its value, or the place in this
    /// array of the earlier byte that it copies.
    word_quad origins[2 * threads];
    period_slab<most_tokens, period_slab_bytes / line_bytes> period;
  };
  /// The slab's tokens, from number 1 on, and after them a literal. Number 0 ends where they begin.
  placed_token placed[most_tokens + 2];
  std::uint16_t first_tokens[threads];  ///< the token of each line's first byte
  period_share shares[warps];           ///< of a period_writer's slab
  std::uint32_t taken[warps];           ///< how many tokens of each warp the slab has
  std::uint32_t waits[2];               ///< whether a byte is not known after an even or odd round
  typename simt::block_group_storage<threads> sums;
};

}  // namespace codag::lz
