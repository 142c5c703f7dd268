// gpu_dfor: deltas, in frames of 128, of sets of blocks that are decoded on their own (Shanbhag et
// al., "Tile-based Lightweight Integer Compression in GPU", SIGMOD 2022, section 5.1). The format
// is described in format.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "codag/codec.hpp"
#include "codag/codec/bit_packing/element_types.hpp"
#include "codag/element_type.hpp"
#include "codag/status.hpp"

namespace codag::gpu_dfor {

using element_types = bit_packing::every_element_type;

inline constexpr std::uint32_t block_values = 128;
inline constexpr std::uint32_t miniblock_values = 32;
/// A chunk begins with the block size, the miniblocks per block, the number of values, and the
/// blocks per set.
inline constexpr unsigned header_words = 4;
inline constexpr unsigned set_blocks_word = 3;
inline constexpr std::uint32_t max_set_blocks = 32;

/// What the encoder leaves open.
struct settings {
  std::uint32_t set_blocks = 4;  ///< 1 to max_set_blocks: the paper's D
  unsigned miniblocks = 4;       ///< widths per block: 1, 2 or 4
};

/// Appends the encoding of one chunk. Returns the number of values.
std::uint64_t encode(std::span<const std::byte> raw, element_type type, std::vector<std::byte>& out,
                     const settings& chosen = {});

/// Decodes one chunk on the host.
status decode(std::span<const std::byte> in, element_type type, std::span<std::byte> out);

/// The row for the registry of codecs.
codec row();

}  // namespace codag::gpu_dfor
