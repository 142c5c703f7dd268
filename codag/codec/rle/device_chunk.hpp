// What rle's tile decoder and its cascaded passes read and check of a chunk.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/bit_packing/device_chunk.hpp"
#include "codag/codec/bit_packing/frame_format.hpp"
#include "codag/codec/rle/rle.hpp"
#include "codag/status.hpp"

namespace codag::rle {

/// Where a chunk has its parts, in words. All threads have the same.
struct chunk_layout {
  std::uint32_t values;  ///< of the chunk
  std::uint32_t blocks;
  std::uint32_t runs;
  std::uint32_t values_at;   ///< the first run's value
  std::uint32_t lengths_at;  ///< the first run's length
  bool trailing;             ///< whether there are words after the last length
  std::uint32_t tiles;       ///< blocks; one if there are none
  static constexpr std::uint32_t in_order = 1;

  /// The values of a block.
  [[nodiscard]] CODAG_DEVICE std::uint32_t valid(std::uint32_t tile) const {
    const std::uint32_t left = values - tile * block_values;
    return left < block_values ? left : block_values;
  }
};

/// Says what a chunk of `values` values holds, as a tile decoder's open()
/// (codag/tile/tile_decoder.hpp).
template <bit_packing::stored_value Stored, class Words>
CODAG_DEVICE status open_chunk(const Words& words, std::uint32_t values, bool whole_header,
                               chunk_layout& l) {
  constexpr std::uint32_t value_words = bit_packing::reference_words<Stored>;
  l.values = values;
  l.blocks = bit_packing::blocks_of(values, block_values);
  l.tiles = l.blocks == 0 ? 1 : l.blocks;
  l.values_at = header_words + l.blocks + 1;
  if (!words.whole() || words.count() < l.values_at) return status::truncated_input;
  l.runs = words(header_words + l.blocks);
  const std::uint32_t room = words.count() - l.values_at;
  if (room / (value_words + 1) < l.runs) return status::truncated_input;
  l.lengths_at = l.values_at + value_words * l.runs;
  l.trailing = room > (value_words + 1) * l.runs;
  if (!whole_header) return status::ok;
  if (words(block_size_word) != block_values || words(count_word) != values ||
      words(header_words) != 0)
    return status::malformed_symbol;
  return l.blocks == 0 && l.trailing ? status::trailing_input : status::ok;
}

/// The first run of a block.
template <class Words>
CODAG_DEVICE std::uint32_t first_run(const Words& words, std::uint32_t block) {
  return words(header_words + block);
}

/// The status of a block's starts: its runs are there, and no more than it has values.
CODAG_DEVICE status check_runs(std::uint32_t begin, std::uint32_t end, const chunk_layout& l) {
  return begin < end && end <= l.runs && end - begin <= block_values ? status::ok
                                                                     : status::malformed_symbol;
}

/// The status of a block whose runs are well-formed.
CODAG_DEVICE status status_of_end(const chunk_layout& l, std::uint32_t tile) {
  return tile + 1 == l.blocks && l.trailing ? status::trailing_input : status::ok;
}

}  // namespace codag::rle
