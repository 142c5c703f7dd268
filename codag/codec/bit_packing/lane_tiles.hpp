// What the tile decoders of formats whose blocks have one width each share.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/bit_packing/device_chunk.hpp"
#include "codag/codec/bit_packing/frame_format.hpp"
#include "codag/codec/bit_packing/lane_layout.hpp"
#include "codag/status.hpp"

namespace codag::bit_packing {

/// The layout of a chunk, and its number of tiles.
struct tiled_layout : chunk_layout {
  std::uint32_t tiles;
  static constexpr std::uint32_t in_order = 1;
};

/// Opens a chunk whose tiles have `tile_values` values.
template <class Words>
CODAG_DEVICE status open_tiles(const Words& words, std::uint32_t values, std::uint32_t block_values,
                               std::uint32_t header_words, std::uint32_t tile_values,
                               bool whole_header, tiled_layout& l) {
  const status s = open_chunk(words, values, block_values, header_words, 1, l);
  if (s != status::ok) return s;
  l.tiles = l.blocks == 0 ? 1 : blocks_of(values, tile_values);
  if (!whole_header) return status::ok;
  if (!describes(words, l, block_values) || words(l.starts_at) != 0)
    return status::malformed_symbol;
  return l.blocks == 0 && l.data_words > 0 ? status::trailing_input : status::ok;
}

/// The chunk's values that a tile of `tile_values` has: `valid` from `begin` on.
CODAG_DEVICE void place_tile(const tiled_layout& l, std::uint32_t tile, std::uint32_t tile_values,
                             std::uint32_t& begin, std::uint32_t& valid) {
  begin = tile * tile_values;
  valid = l.values - begin < tile_values ? l.values - begin : tile_values;
}

/// Where a block begins in the data, its width, and the status of that.
struct placed_block {
  std::uint32_t begin = 0, width = 0;
  status is = status::ok;
};

/// Checks a block: the words of the data from `begin` to before `end`. The first `before` of them
/// are no packed values. A block after the chunk's last one has no values and is ok.
template <stored_value Stored>
CODAG_DEVICE placed_block place_between(std::uint32_t begin, std::uint32_t end,
                                        const chunk_layout& l, std::uint32_t block,
                                        std::uint32_t block_values, std::uint32_t before) {
  placed_block placed;
  if (block >= l.blocks) return placed;
  placed.begin = begin;
  placed.is = check_extent(begin, end, l);
  if (placed.is == status::ok)
    placed.is = width_of_block(end - begin, block_values, before, max_width<Stored>, placed.width);
  if (placed.is == status::ok && block + 1 == l.blocks && end < l.data_words)
    placed.is = status::trailing_input;
  return placed;
}
/// The same from the block's starts, which it reads.
template <stored_value Stored, class Words>
CODAG_DEVICE placed_block place_block(const Words& words, const chunk_layout& l,
                                      std::uint32_t block, std::uint32_t block_values,
                                      std::uint32_t before) {
  if (block >= l.blocks) return {};
  return place_between<Stored>(words(l.starts_at + block), words(l.starts_at + block + 1), l, block,
                               block_values, before);
}

/// Reads consecutive packed values of one width, and each of their words once. read(i) gives word i
/// of their stream. No word is read that no value lies in.
template <stored_value Stored, class Read>
class packed_stream {
 public:
  /// From bit `bit` of the stream on.
  CODAG_DEVICE packed_stream(const Read& read, std::uint32_t bit, std::uint32_t width)
      : read_(read), width_(width), next_(bit / 32), unread_(bit % 32) {}

  CODAG_DEVICE Stored next() {
    if constexpr (sizeof(Stored) == 4) {
      return take(width_);
    } else {
      const Stored low = take(width_ < 32 ? width_ : 32);
      return width_ > 32 ? low | static_cast<Stored>(take(width_ - 32)) << 32 : low;
    }
  }

 private:
  CODAG_DEVICE std::uint32_t take(std::uint32_t width) {
    if (width == 0) return 0;
    if (unread_ > 0) {  // only before the first value
      bits_ = read_(next_++) >> unread_;
      held_ = 32 - unread_;
      unread_ = 0;
    }
    if (held_ < width) {
      bits_ |= static_cast<std::uint64_t>(read_(next_++)) << held_;
      held_ += 32;
    }
    const auto value = static_cast<std::uint32_t>(bits_ & ((std::uint64_t{1} << width) - 1));
    bits_ >>= width;
    held_ -= width;
    return value;
  }

  const Read& read_;
  std::uint32_t width_;
  std::uint32_t next_;      ///< the next word
  std::uint32_t unread_;    ///< bits of that word that are before the first value
  std::uint64_t bits_ = 0;  ///< those that have been read and not taken
  std::uint32_t held_ = 0;  ///< their number
};

}  // namespace codag::bit_packing
