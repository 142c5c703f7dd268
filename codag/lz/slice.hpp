// slice: a part of a group's output that a warp writes at once.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/lz/output_ring.hpp"
#include "codag/lz/token.hpp"
#include "codag/simt/simt.hpp"

namespace codag::lz {

/// What a marked slice has in shared memory, in bytes from the memory's begin.
struct slice_memory {
  /// Bit k: a segment begins with the slice's byte k, counted from the slice's first line on. All
  /// are 0 before a slice is marked and after it has been written.
  static constexpr unsigned words_of_starts = slice_bytes / 32;
  /// A word for each segment, from number 1 on. Its low six bits are 8 times the segment's first
  /// byte in the slice, modulo 64. From bit 6 on, it has an offset: added to the number of a byte
  /// in the slice, it gives the place in the block's memory that the byte is copied from. Number 0
  /// stands for the bytes of the slice's first line that belong to the slice before.
  static constexpr std::uint32_t sources_at = 4 * words_of_starts;
  /// Literals, and then matches of older output. Both together are a slice. Literals begin and end
  /// anywhere in a line, a match anywhere in a word.
  static constexpr std::uint32_t staged_at =
      (sources_at + 4 * (1 + 2 * simt::warp_size) + line_bytes - 1) / line_bytes * line_bytes;
  static constexpr std::uint32_t bytes =
      staged_at +
      (slice_bytes + 2 * line_bytes + simt::warp_size * 8 + read_after + line_bytes - 1) /
          line_bytes * line_bytes;
  static_assert(bytes % simt::shared_alignment == 0);
};

/// Sets the marks to 0, before the first slice. The warp syncs before it marks one.
template <class Thread>
CODAG_DEVICE void clear_marks(const Thread& t, std::byte* memory) {
  if (t.lane() < slice_memory::words_of_starts)
    reinterpret_cast<std::uint32_t*>(memory)[t.lane()] = 0;
}

/// A slice that a slice_marker has marked, for a slice_writer.
struct slice {
  std::uint32_t begin, end;  ///< positions in the output
  unsigned waiting;          ///< bit k: lane k's match copies what the slice itself writes
  token match;               ///< the lane's match, if it waits: its length and distance,
  std::uint32_t match_at;    ///< and its position
};

}  // namespace codag::lz
