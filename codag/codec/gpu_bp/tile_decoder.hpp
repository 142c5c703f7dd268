// gpu_bp's tile decoder: a warp per block and a thread per value, straight from global memory.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/codec/bit_packing/device_chunk.hpp"
#include "codag/codec/bit_packing/frame_format.hpp"
#include "codag/codec/bit_packing/lane_tiles.hpp"
#include "codag/codec/gpu_bp/gpu_bp.hpp"
#include "codag/simt/simt.hpp"
#include "codag/status.hpp"

namespace codag::gpu_bp {

/// A tile is `depth` values per thread: 4 * depth blocks. The published decoder has one block per
/// 32 threads.
template <bit_packing::stored_value Stored, unsigned depth>
struct tiles {
  static constexpr const char* name = "global";
  using element = Stored;
  static constexpr unsigned threads = 128, warps = threads / simt::warp_size;
  static_assert(block_values == simt::warp_size, "item i of a warp is a block");
  static constexpr std::uint32_t items = depth;
  static constexpr std::uint32_t tile_values = depth * threads, tile_blocks = depth * warps;
  struct storage {};
  using layout = bit_packing::tiled_layout;

  template <class Words>
  static CODAG_DEVICE status open(const Words& words, std::uint32_t values, bool whole_header,
                                  layout& l) {
    return bit_packing::open_tiles(words, values, block_values, header_words, tile_values,
                                   whole_header, l);
  }

  template <class Thread, class Group, class Words>
  static CODAG_DEVICE status decode_tile(const Thread& t, const Group& /*group*/,
                                         const Words& words, const layout& l, std::uint32_t tile,
                                         Stored (&values)[depth], std::uint32_t& begin,
                                         std::uint32_t& valid, storage& /*shared*/) {
    // Every warp checks all blocks of the tile, so that all have the same status without a barrier.
    constexpr unsigned rounds = (tile_blocks + simt::warp_size - 1) / simt::warp_size;
    std::uint32_t begins[rounds], widths[rounds];
    CODAG_UNROLL
    for (unsigned k = 0; k < rounds; ++k) {
      const unsigned of_tile = k * simt::warp_size + t.lane();
      bit_packing::placed_block block;
      if (of_tile < tile_blocks)
        block = bit_packing::place_block<Stored>(words, l, tile * tile_blocks + of_tile,
                                                 block_values, 0);
      const unsigned bad = t.ballot(block.is != status::ok);
      if (bad != 0)
        return static_cast<status>(
            t.shuffle(static_cast<std::uint32_t>(block.is), lowest_bit(bad)));
      begins[k] = block.begin;
      widths[k] = block.width;
    }

    begin = tile * tile_values;
    valid = l.values - begin < tile_values ? l.values - begin : tile_values;
    CODAG_UNROLL
    for (unsigned i = 0; i < depth; ++i) {
      const unsigned of_tile = i * warps + t.warp(), lane = of_tile % simt::warp_size;
      const std::uint32_t at = t.shuffle(begins[i * warps / simt::warp_size], lane);
      const std::uint32_t width = t.shuffle(widths[i * warps / simt::warp_size], lane);
      values[i] = bit_packing::unpack<Stored>(words, l.data_at + at, width * t.lane(), width);
    }
    return status::ok;
  }
};

}  // namespace codag::gpu_bp
