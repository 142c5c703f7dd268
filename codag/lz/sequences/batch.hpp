// batch: a part of a group's output that a warp writes at once.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/lz/output/output_ring.hpp"
#include "codag/lz/tokens/token.hpp"
#include "codag/simt/simt.hpp"

namespace codag::lz {

/// What a marked batch has in shared memory, in bytes from the memory's begin.
struct batch_memory {
  /// Bit k: a copy begins with the batch's byte k, counted from the batch's first vector on. All
  /// are 0 before a batch is marked and after it has been written.
  static constexpr unsigned words_of_starts = batch_bytes / 32;
  /// A word for each copy, from number 1 on. Its low six bits are 8 times the copy's first
  /// byte in the batch, modulo 64. From bit 6 on, it has an offset: added to the number of a byte
  /// in the batch, it gives the place in the block's memory that the byte is copied from. Number 0
  /// stands for the bytes of the batch's first vector that belong to the batch before.
  static constexpr std::uint32_t sources_at = 4 * words_of_starts;
  /// Literals, and then matches of older output. Both together are a batch. Literals begin and end
  /// anywhere in a vector, a match anywhere in a word.
  static constexpr std::uint32_t staged_at =
      (sources_at + 4 * (1 + 2 * simt::warp_size) + vector_bytes - 1) / vector_bytes * vector_bytes;
  static constexpr std::uint32_t bytes =
      staged_at +
      (batch_bytes + 2 * vector_bytes + simt::warp_size * 8 + read_after + vector_bytes - 1) /
          vector_bytes * vector_bytes;
  static_assert(bytes % simt::shared_alignment == 0);
};

/// Sets the marks to 0, before the first batch. The warp syncs before it marks one.
template <class Thread>
CODAG_DEVICE void clear_marks(const Thread& t, std::byte* memory) {
  if (t.lane() < batch_memory::words_of_starts)
    reinterpret_cast<std::uint32_t*>(memory)[t.lane()] = 0;
}

/// A batch that a batch_marker has marked, for a batch_writer.
struct batch {
  std::uint32_t begin, end;  ///< positions in the output
  unsigned waiting;          ///< bit k: lane k's match copies what the batch itself writes
  token match;               ///< the lane's match, if it waits: its length and distance,
  std::uint32_t match_at;    ///< and its position
};

}  // namespace codag::lz
