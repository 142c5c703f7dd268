// GPU-*: of gpu_for, gpu_dfor and gpu_rfor the one that makes a column the smallest (Shanbhag et
// al., "Tile-based Lightweight Integer Compression in GPU", SIGMOD 2022, section 8). As a codec, it
// chooses per chunk, and the chunk says which it is. The format is described in format.md.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "codag/codec/codec.hpp"
#include "codag/element_type.hpp"
#include "codag/status.hpp"

namespace codag::gpu_star {

/// The formats, in the order of their numbers.
enum class format : std::uint32_t { gpu_for, gpu_dfor, gpu_rfor };
inline constexpr std::array<std::string_view, 3> format_names{"gpu_for", "gpu_dfor", "gpu_rfor"};

/// A chunk begins with the number of its format.
inline constexpr unsigned header_words = 1;

/// Appends the smallest encoding of one chunk; of equal ones the first in the order above. Returns
/// what its encoder does.
std::uint64_t encode(std::span<const std::byte> raw, element_type type,
                     std::vector<std::byte>& out);

/// Decodes one chunk on the host.
status decode(std::span<const std::byte> in, element_type type, std::span<std::byte> out);

/// A column and the codec that it was compressed by.
struct smallest_column {
  const codec* by;  ///< a row of the registry
  chunked_column column;
};

/// Compresses the whole column with all three, with their standard settings, and keeps the
/// smallest; of equal ones the first in the order above. Its chunks do not say which it is.
/// Arguments and errors are those of codag::compress().
smallest_column compress(std::span<const std::byte> raw, element_type type,
                         std::uint32_t chunk_bytes = default_chunk_bytes, unsigned threads = 0);

}  // namespace codag::gpu_star
