// What nsv's tile decoder and its cascaded passes read and check of a chunk.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/bit_packing/byte_lengths.hpp"
#include "codag/codec/bit_packing/device_chunk.hpp"
#include "codag/codec/bit_packing/frame_format.hpp"
#include "codag/codec/nsv/nsv.hpp"
#include "codag/status.hpp"

namespace codag::nsv {

/// Where a chunk has its parts, in words. All threads have the same.
struct chunk_layout {
  std::uint32_t values;
  std::uint32_t tiles;     ///< blocks; one if there are no values
  std::uint32_t codes_at;  ///< the first word of codes
  std::uint32_t data_at;   ///< what starts count from, in bytes
  std::uint32_t data_words;
  static constexpr std::uint32_t in_order = 1;

  /// The values of a block.
  CODAG_DEVICE std::uint32_t valid(std::uint32_t tile) const {
    const std::uint32_t left = values - tile * block_values;
    return left < block_values ? left : block_values;
  }
};

/// Says what a chunk of `values` values holds, as a tile decoder's open()
/// (codag/tile/tile_decoder.hpp).
template <class Words>
CODAG_DEVICE status open_chunk(const Words& words, std::uint32_t values, bool whole_header,
                               chunk_layout& l) {
  const std::uint32_t blocks = bit_packing::blocks_of(values, block_values);
  l.values = values;
  l.tiles = blocks == 0 ? 1 : blocks;
  l.codes_at = header_words + blocks + 1;
  l.data_at = l.codes_at + bit_packing::blocks_of(values, bit_packing::codes_per_word);
  if (!words.whole() || words.count() < l.data_at) return status::truncated_input;
  l.data_words = words.count() - l.data_at;
  if (!whole_header) return status::ok;
  if (words(block_size_word) != block_values || words(count_word) != values ||
      words(header_words) != 0)
    return status::malformed_symbol;
  return blocks == 0 && l.data_words > 0 ? status::trailing_input : status::ok;
}

/// Where a tile's bytes begin and end, and the status of that.
template <class Words>
CODAG_DEVICE status extent_of(const Words& words, const chunk_layout& l, std::uint32_t tile,
                              std::uint32_t& begin, std::uint32_t& end) {
  begin = end = 0;
  if (l.values == 0) return status::ok;
  begin = words(header_words + tile);
  end = words(header_words + tile + 1);
  if (begin > end) return status::malformed_symbol;
  return end / 4 + (end % 4 != 0 ? 1 : 0) > l.data_words ? status::truncated_input : status::ok;
}

/// The status of a tile that is whole and ends at this byte.
CODAG_DEVICE status status_of_end(const chunk_layout& l, std::uint32_t tile, std::uint32_t end) {
  const bool last = tile + 1 == l.tiles;
  return last && (end + 3) / 4 < l.data_words ? status::trailing_input : status::ok;
}

/// The code of a value's length.
template <class Words>
CODAG_DEVICE std::uint32_t code_of(const Words& words, const chunk_layout& l, std::uint32_t value) {
  using bit_packing::codes_per_word;
  return bit_packing::code_in(words(l.codes_at + value / codes_per_word), value % codes_per_word);
}

/// The value of `length` bytes from byte `at` of the data on.
template <bit_packing::stored_value Stored, class Words>
CODAG_DEVICE Stored load_bytes(const Words& words, const chunk_layout& l, std::uint32_t at,
                               std::uint32_t length) {
  return bit_packing::unpack<Stored>(words, l.data_at + at / 4, 8 * (at % 4), 8 * length);
}

}  // namespace codag::nsv
