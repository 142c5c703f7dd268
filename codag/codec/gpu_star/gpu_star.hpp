// GPU-*: of gpu_for, gpu_dfor and gpu_rfor the one that makes a column the smallest (Shanbhag et
// al., "Tile-based Lightweight Integer Compression in GPU", SIGMOD 2022, section 8).
#pragma once

#include <cstddef>
#include <span>

#include "codag/codec/codec.hpp"

namespace codag::gpu_star {

/// A column and the codec that it was compressed by.
struct smallest_column {
  const codec* by;  ///< a row of the registry
  chunked_column column;
};

/// Compresses the column with all three, with their standard settings, and keeps the smallest; of
/// equal ones the first in the order above. Arguments and errors are those of codag::compress().
smallest_column compress(std::span<const std::byte> raw, element_type type,
                         std::uint32_t chunk_bytes = default_chunk_bytes, unsigned threads = 0);

}  // namespace codag::gpu_star
