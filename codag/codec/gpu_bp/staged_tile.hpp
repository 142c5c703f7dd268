// A tile of gpu_bp in shared memory: staged, checked, and unpacked by a block of 128 threads.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/codec/bit_packing/checking_warp.hpp"
#include "codag/codec/bit_packing/device_chunk.hpp"
#include "codag/codec/bit_packing/frame_format.hpp"
#include "codag/codec/bit_packing/lane_tiles.hpp"
#include "codag/codec/bit_packing/packed_values.hpp"
#include "codag/codec/bit_packing/stage_words.hpp"
#include "codag/codec/bit_packing/starts_ahead.hpp"
#include "codag/codec/bit_packing/tile_threads.hpp"
#include "codag/codec/gpu_bp/gpu_bp.hpp"
#include "codag/simt/simt.hpp"
#include "codag/status.hpp"
#include "codag/stream/chunk_quads.hpp"
#include "codag/stream/chunk_words.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag::gpu_bp {

/// `depth` values per thread: 4 * depth blocks. Nothing that the group does with them leaves the
/// memory, whatever the words are.
template <bit_packing::stored_value Stored, unsigned depth>
class staged_tile {
  static constexpr unsigned warps = tile_threads / simt::warp_size;
  static_assert(block_values == simt::warp_size, "item i of a warp is a block");
  static constexpr std::uint32_t tile_blocks = depth * warps;
  static constexpr std::uint32_t capacity = tile_blocks * bit_packing::max_width<Stored>;

 public:
  static constexpr std::uint32_t tile_values = depth * tile_threads;
  using layout = bit_packing::tiled_layout;

  using starts = bit_packing::starts_ahead<tile_blocks>;
  template <class Thread, class Words>
  static CODAG_DEVICE starts ask(const Thread& t, const Words& source, const layout& l,
                                 std::uint32_t tile) {
    return starts::ask(t, source, l, tile * tile_blocks, blocks_in(l, tile));
  }

  /// Begins to copy the words of a tile whose starts have been asked for. Some warps call it alike,
  /// of which each thread has a `rank` below `loading`. Each thread waits for its copies, and then
  /// the group meets at a barrier, before unpack().
  template <unsigned loading, class Thread>
  CODAG_DEVICE void load(const Thread& t, unsigned rank, const chunk_words<Thread>& source,
                         const layout& l, std::uint32_t tile, const starts& asked) {
    const extent words = extent_of(t, l, tile, asked);
    bit_packing::stage_words<loading>(t, rank, source, l.data_at + words.begin, words.count,
                                      quads_);
  }

  /// Checks the blocks: one warp calls it, for all. It looks at no word that is being copied. Each
  /// lane has a block, and writes where its values are to shared memory. A barrier must follow
  /// before anything below.
  template <class Thread>
  CODAG_DEVICE void check(const Thread& t, const chunk_words<Thread>& source, const layout& l,
                          std::uint32_t tile, const starts& asked) {
    const extent words = extent_of(t, l, tile, asked);
    const std::uint32_t at =
        chunk_quads<Thread>(t, source).place(l.data_at + words.begin, words.count).offset;
    status first_bad = status::ok;
    CODAG_UNROLL
    for (unsigned from = 0; from < tile_blocks; from += simt::warp_size) {
      const unsigned k = from / simt::warp_size, of_tile = from + t.lane();
      const std::uint32_t end = asked.start(t, of_tile + 1);
      bit_packing::placed_block block;
      if (of_tile < tile_blocks) {
        const std::uint32_t number = tile * tile_blocks + of_tile;
        block = bit_packing::place_between<Stored>(asked.words[k], end, l, number, block_values, 0);
        bit_packing::packed_values found{};
        if (number < l.blocks && block.is == status::ok)
          found = {at + (block.begin - words.begin), block.width};
        blocks_[of_tile] = found;
      }
      const unsigned bad = t.ballot(block.is != status::ok);
      if (bad != 0 && first_bad == status::ok)
        first_bad =
            static_cast<status>(t.shuffle(static_cast<std::uint32_t>(block.is), lowest_bit(bad)));
    }
    if (t.lane() == 0) status_ = first_bad;
  }

  /// Stages a tile and checks its blocks. All threads call it alike.
  template <class Thread, class Group>
  CODAG_DEVICE void stage(const Thread& t, const Group& group, const chunk_words<Thread>& source,
                          const layout& l, std::uint32_t tile, const starts& asked) {
    load<tile_threads>(t, group.rank(), source, l, tile, asked);
    t.wait_for_copies();
    if (t.warp() == bit_packing::checking_warp(tile)) check(t, source, l, tile, asked);
    // The words, and what the check has found, are in place before any thread unpacks.
    group.sync();
  }

  /// The status of the first block that is not well-formed, or ok.
  [[nodiscard]] CODAG_DEVICE status is() const { return status_; }

  /// Unpacks a tile that is ok: thread i gets value i % 32 of block 4 k + i / 32 as item k, and 0
  /// where there is no block.
  CODAG_DEVICE void unpack(unsigned rank, Stored (&values)[depth]) const {
    const std::uint32_t* const words = quads_[0].words;
    CODAG_UNROLL
    for (unsigned k = 0; k < depth; ++k) {
      const bit_packing::packed_values its = blocks_[k * warps + rank / simt::warp_size];
      values[k] =
          its.value<Stored>([words](std::uint32_t w) { return words[w]; }, rank % simt::warp_size);
    }
  }

 private:
  /// The blocks of a tile.
  static CODAG_DEVICE std::uint32_t blocks_in(const layout& l, std::uint32_t tile) {
    const std::uint32_t left = l.blocks - tile * tile_blocks;
    return left < tile_blocks ? left : tile_blocks;
  }

  /// The words of a tile, according to its starts: `count` from word `begin` of the data on.
  struct extent {
    std::uint32_t begin, count;
  };
  /// Collective for the warp.
  template <class Thread>
  static CODAG_DEVICE extent extent_of(const Thread& t, const layout& l, std::uint32_t tile,
                                       const starts& asked) {
    const std::uint32_t begin = asked.start(t, 0), end = asked.start(t, blocks_in(l, tile));
    return {begin, bit_packing::staged_words(begin, end, l, capacity)};
  }

  word_quad quads_[bit_packing::quads_for(capacity)];
  static_assert(sizeof(quads_) / 4 <= bit_packing::packed_values::most_words);
  bit_packing::packed_values blocks_[tile_blocks];
  status status_;
};

}  // namespace codag::gpu_bp
