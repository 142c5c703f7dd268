// Frames: frame of reference with bit packing, as gpu_for, gpu_dfor and gpu_rfor store their values
// (Shanbhag et al., "Tile-based Lightweight Integer Compression in GPU", SIGMOD 2022, section 4.1).
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"

namespace codag::bit_packing {

/// A frame has four miniblocks, each with a bit width of its own. The widths are the bytes of one
/// word, the first miniblock's the lowest.
inline constexpr unsigned miniblocks = 4;

/// What a value is stored as: 32 bits, or 64 bits for elements of 8 bytes.
template <class T>
concept stored_value = sizeof(T) == 4 || sizeof(T) == 8;

/// The words of a frame's reference, the low one first.
template <stored_value Stored>
inline constexpr unsigned reference_words = sizeof(Stored) / 4;

/// The greatest width of a packed value.
template <stored_value Stored>
inline constexpr unsigned max_width = 8 * sizeof(Stored);

/// The words before a frame's packed values: its reference and its widths.
template <stored_value Stored>
inline constexpr unsigned frame_header_words = reference_words<Stored> + 1;

/// The width of a miniblock, from the word of widths.
CODAG_HOST_DEVICE constexpr std::uint32_t width_of(std::uint32_t widths, unsigned miniblock) {
  return widths >> 8 * miniblock & 0xff;
}

/// The words that `count` packed values take.
CODAG_HOST_DEVICE constexpr std::uint32_t packed_words(std::uint32_t count, std::uint32_t width) {
  return (count * width + 31) / 32;
}

/// The blocks of a chunk of `values` values; the last one may have fewer.
CODAG_HOST_DEVICE constexpr std::uint32_t blocks_of(std::uint32_t values, std::uint32_t per_block) {
  return values / per_block + (values % per_block != 0 ? 1 : 0);
}

/// A chunk begins with the size of a block, the number of widths that its encoder chose per frame,
/// and the number of its values.
inline constexpr unsigned block_size_word = 0, miniblocks_word = 1, count_word = 2;

/// Whether a chunk may have been written with that number of widths per frame.
CODAG_HOST_DEVICE constexpr bool is_miniblock_count(std::uint32_t count) {
  return count == 1 || count == 2 || count == miniblocks;
}

}  // namespace codag::bit_packing
