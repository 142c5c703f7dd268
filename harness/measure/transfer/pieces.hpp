// The pieces of a column: what is copied and decoded together while other pieces are under way.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "codag/chunked_column.hpp"

namespace codag::harness {

/// Consecutive chunks of a column. Offsets and sizes are in bytes.
struct piece {
  std::uint32_t first_chunk = 0, chunk_count = 0;
  std::uint64_t in_begin = 0, in_bytes = 0;    ///< in the compressed column
  std::uint64_t out_begin = 0, out_bytes = 0;  ///< in the uncompressed column
};

/// Divides a column into pieces of at most `piece_bytes` of output. A piece has one chunk at least,
/// and more than fit if the next chunk's output does not begin at a multiple of 8 bytes, where a
/// device_column may begin. Together the pieces have all chunks, in their order. Throws cannot_run
/// if the chunks do not lie one after the other, in both columns.
std::vector<piece> pieces_of(std::span<const chunk> chunks, std::uint64_t piece_bytes);

/// The chunk table with offsets that count from the beginning of each chunk's piece.
std::vector<chunk> chunks_within(std::span<const piece> pieces, std::span<const chunk> chunks);

}  // namespace codag::harness
