// gpu_rfor: runs in blocks of 512 values, with the runs' values and lengths in frames of their own
// (Shanbhag et al., "Tile-based Lightweight Integer Compression in GPU", SIGMOD 2022, section 6).
// The format is described in format.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "codag/codec/bit_packing/element_types.hpp"
#include "codag/element_type.hpp"
#include "codag/status.hpp"

namespace codag::gpu_rfor {

using element_types = bit_packing::every_element_type;

inline constexpr std::uint32_t block_values = 512;
/// How many of a block's runs a miniblock has. The last one that has some may have fewer.
inline constexpr std::uint32_t miniblock_runs = 128;
/// A chunk begins with the block size, the miniblocks per block, and the number of values.
inline constexpr unsigned header_words = 3;
/// After a frame's reference and widths: the number of runs in the block.
inline constexpr unsigned run_count_words = 1;
/// Lengths are 1 to 512, so that their offsets from the least one are below 512.
inline constexpr std::uint32_t max_length_width = 9;

/// Appends the encoding of one chunk. Returns the number of runs.
std::uint64_t encode(std::span<const std::byte> raw, element_type type,
                     std::vector<std::byte>& out);

/// Decodes one chunk on the host.
status decode(std::span<const std::byte> in, element_type type, std::span<std::byte> out);

}  // namespace codag::gpu_rfor
