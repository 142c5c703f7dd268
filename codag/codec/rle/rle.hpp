// rle: runs as pairs of a value and a length, in two arrays (section 9.3 of Shanbhag et al.,
// "Tile-based Lightweight Integer Compression in GPU", SIGMOD 2022; Fang, He and Luo, "Database
// Compression on Graphics Processors", VLDB 2010). The format is described in format.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "codag/codec/bit_packing/element_types.hpp"
#include "codag/element_type.hpp"
#include "codag/status.hpp"

namespace codag::rle {

using element_types = bit_packing::every_element_type;

/// A run ends with its block.
inline constexpr std::uint32_t block_values = 512;
/// A chunk begins with the block size and the number of values.
inline constexpr unsigned block_size_word = 0, count_word = 1, header_words = 2;

/// Appends the encoding of one chunk. Returns the number of runs.
std::uint64_t encode(std::span<const std::byte> raw, element_type type,
                     std::vector<std::byte>& out);

/// Decodes one chunk on the host.
status decode(std::span<const std::byte> in, element_type type, std::span<std::byte> out);

}  // namespace codag::rle
