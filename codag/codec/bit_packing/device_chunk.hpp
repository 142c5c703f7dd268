// What the tile decoders of gpu_for, gpu_dfor and gpu_rfor read and check of a chunk.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/codec/bit_packing/frame_format.hpp"
#include "codag/status.hpp"

namespace codag::bit_packing {

/// Where a chunk has its parts, in words. All threads have the same.
struct chunk_layout {
  std::uint32_t values;  ///< of the chunk
  std::uint32_t blocks;
  std::uint32_t starts_at;  ///< the first start
  std::uint32_t data_at;    ///< what starts count from
  std::uint32_t data_words;
};

/// Fills the layout of a chunk of `values` values in blocks of `block_values`, with `lists` lists
/// of starts: one start per block in each, and one more. Returns status::truncated_input if the
/// chunk is too short for its starts or not a whole number of words. Otherwise any word before the
/// data may be read.
template <class Words>
CODAG_DEVICE status open_chunk(const Words& words, std::uint32_t values, std::uint32_t block_values,
                               std::uint32_t header_words, std::uint32_t lists,
                               chunk_layout& layout) {
  layout.values = values;
  layout.blocks = blocks_of(values, block_values);
  layout.starts_at = header_words;
  layout.data_at = header_words + lists * (layout.blocks + 1);
  if (!words.whole() || words.count() < layout.data_at) return status::truncated_input;
  layout.data_words = words.count() - layout.data_at;
  return status::ok;
}

/// Whether the first words describe a chunk of this layout.
template <class Words>
CODAG_DEVICE bool describes(const Words& words, const chunk_layout& layout,
                            std::uint32_t block_values) {
  return words(block_size_word) == block_values && is_miniblock_count(words(miniblocks_word)) &&
         words(count_word) == layout.values;
}

/// The status of words from `begin` to before `end` of the data.
CODAG_DEVICE status check_extent(std::uint32_t begin, std::uint32_t end,
                                 const chunk_layout& layout) {
  if (begin > end) return status::malformed_symbol;
  return end > layout.data_words ? status::truncated_input : status::ok;
}

/// The words to stage, according to the starts. Whatever the starts say, they are no more than the
/// data has, and no more than `most`.
CODAG_DEVICE std::uint32_t staged_words(std::uint32_t begin, std::uint32_t end,
                                        const chunk_layout& layout, std::uint32_t most) {
  if (end > layout.data_words) end = layout.data_words;
  if (begin >= end) return 0;
  return end - begin < most ? end - begin : most;
}

/// Whether none of the four widths is greater than `most`, which is below 128.
template <unsigned most>
CODAG_DEVICE bool widths_at_most(std::uint32_t widths) {
  // If a byte is too large, the sum has its high bit set, or the byte itself has. No byte
  // carries.
  constexpr std::uint32_t up_to_127 = (127 - most) * 0x01010101u;
  return ((((widths & ~high_bits) + up_to_127) | widths) & high_bits) == 0;
}

/// Whether a frame of 4 x 32 values with these widths takes `words` words, its header included.
template <stored_value Stored>
CODAG_DEVICE bool fills(std::uint32_t widths, std::uint32_t words) {
  // Both come first, so that there is no branch.
  const bool allowed = widths_at_most<max_width<Stored>>(widths);
  const bool as_long = sum_of_bytes(widths, frame_header_words<Stored>) == words;
  return allowed && as_long;
}

/// The status of a block of 128 values that has the words from `begin` to before `end` of the data.
/// The last `after` of these words do not belong to it. widths(i) gives its word of widths, which
/// is word i of the data. `last`: whether it is the chunk's last one.
template <stored_value Stored, class Widths>
CODAG_DEVICE status check_block(std::uint32_t begin, std::uint32_t end, std::uint32_t after,
                                bool last, const chunk_layout& layout, const Widths& widths) {
  if (const status s = check_extent(begin, end, layout); s != status::ok) return s;
  if (end - begin < frame_header_words<Stored> + after ||
      !fills<Stored>(widths(begin + reference_words<Stored>), end - begin - after))
    return status::malformed_symbol;
  return last && end < layout.data_words ? status::trailing_input : status::ok;
}

/// A value of 32 or 64 bits, the low word first. read(i) gives word i.
template <stored_value Stored, class Read>
CODAG_DEVICE Stored load_value(const Read& read, std::uint32_t at) {
  if constexpr (sizeof(Stored) == 4)
    return read(at);
  else
    return read(at) | static_cast<Stored>(read(at + 1)) << 32;
}

/// The packed value of `width` bits that begins at bit `bit` of word `at`. Reads the words that the
/// value lies in, and no other.
template <stored_value Stored, class Read>
CODAG_DEVICE Stored unpack(const Read& read, std::uint32_t at, std::uint32_t bit,
                           std::uint32_t width) {
  const std::uint32_t first = at + bit / 32, shift = bit % 32;
  // As in Algorithm 1 of the paper: two words hold 32 bits at any position. Line 17 of it has a
  // mask of 32 bits, which a width of 32 overflows.
  const std::uint32_t low = width > 0 ? read(first) : 0;
  const std::uint32_t high = shift + width > 32 ? read(first + 1) : 0;
  if constexpr (sizeof(Stored) == 4) {
    return lowest_bits(funnel_shift_right(low, high, shift), width);
  } else {
    std::uint64_t value = (low | static_cast<std::uint64_t>(high) << 32) >> shift;
    // Then the shift is not 0.
    if (shift + width > 64) value |= static_cast<std::uint64_t>(read(first + 2)) << (64 - shift);
    return width == 64 ? value : value & ((std::uint64_t{1} << width) - 1);
  }
}

}  // namespace codag::bit_packing
