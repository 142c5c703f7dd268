// A column that is compressed chunk by chunk. Every decoder reads one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "codag/element_type.hpp"

namespace codag {

/// Uncompressed bytes per chunk (CODAG section V-B: 128 KiB for both architectures).
inline constexpr std::uint32_t default_chunk_bytes = 128 * 1024;

/// The size limit of a chunk, compressed and uncompressed. Bit positions inside a chunk are 32 bits
/// wide, and a decoder may continue past a truncated chunk's end until its output is full.
inline constexpr std::uint32_t max_chunk_bytes = 1u << 27;

/// The limit of a column that an encoder makes one chunk of, in uncompressed bytes. The compressed
/// chunk may have twice as many. No decoder on a GPU takes more than max_chunk_bytes.
inline constexpr std::uint32_t max_whole_column_bytes = 1u << 30;

/// One entry of the chunk table. Offsets count bytes from the start of the compressed column and of
/// the uncompressed column. A compressed chunk may start at any byte.
struct chunk {
  std::uint64_t in_offset;
  std::uint64_t out_offset;
  std::uint32_t in_bytes;
  std::uint32_t out_bytes;
};
static_assert(sizeof(chunk) == 24, "the chunk table is stored in cache files and copied to GPUs");

/// A compressed column in host memory.
struct chunked_column {
  element_type type = element_type::uint8;
  std::uint32_t chunk_bytes =
      default_chunk_bytes;       ///< of every chunk except a shorter last one; 0: sizes differ
  std::uint64_t raw_bytes = 0;   ///< size of the uncompressed column
  std::uint64_t symbols = 0;     ///< number of symbols in the compressed chunks
  std::vector<std::byte> bytes;  ///< the compressed chunks, one after the other
  std::vector<chunk> chunks;

  /// Compressed size over uncompressed size, as in the paper's Table V; 0 for an empty column.
  [[nodiscard]] double ratio() const {
    return raw_bytes == 0 ? 0.0
                          : static_cast<double>(bytes.size()) / static_cast<double>(raw_bytes);
  }
};

}  // namespace codag
