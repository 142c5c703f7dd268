// block_per_tile: the schedule of tile-based decompression. A block of 128 threads decodes a tile
// and hands its values, in registers, to a sink (Shanbhag et al., "Tile-based Lightweight Integer
// Compression in GPU", SIGMOD 2022, section 3).
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/schedule/device_column.hpp"
#include "codag/simt/block_group.hpp"
#include "codag/simt/simt.hpp"
#include "codag/status.hpp"
#include "codag/stream/chunk_words.hpp"
#include "codag/tile/refusals.hpp"
#include "codag/tile/tile_decoder.hpp"

namespace codag {

/// The kernel. Each chunk has `groups` blocks of threads, each of which takes every groups-th tile:
/// one, if all chunks but the last have the same size. Any number of groups is right for any chunk.
template <tile_decoder Decoder, class Element, class Sink>
struct block_per_tile {
  static constexpr const char* name = "block_per_tile";
  static constexpr unsigned max_threads = tile_threads;
  // Section 4.2: the values in registers limit how many blocks a multiprocessor has. 12 blocks
  // leave 42 registers per thread, 8 leave 64: as few as hold the values without spilling.
  static constexpr unsigned value_words = Decoder::items * sizeof(typename Decoder::element) / 4;
  static constexpr unsigned min_blocks = value_words <= 4 ? 12 : value_words <= 16 ? 8 : 4;
  struct shared_storage {
    simt::block_group_storage<tile_threads> sums;
    typename Decoder::storage decoder;
    typename Sink::storage sink;
  };

  device_column column;
  std::uint32_t groups;  ///< per chunk
  refusal* refusals;     ///< one per group: groups * column.chunk_count
  Sink sink;

  /// The groups that a chunk of average size has tiles for.
  static constexpr std::uint32_t groups_for(const device_column& column) {
    if (column.chunk_count == 0) return 1;
    constexpr std::uint64_t tile_bytes = sizeof(Element) * Decoder::items * tile_threads;
    const std::uint64_t chunk_bytes = column.out_bytes / column.chunk_count;
    const std::uint64_t tiles = (chunk_bytes + tile_bytes - 1) / tile_bytes;
    return tiles == 0 ? 1 : static_cast<std::uint32_t>(tiles);
  }

  [[nodiscard]] constexpr simt::launch_shape shape() const {
    return {column.chunk_count * groups, tile_threads};
  }

  template <class Thread>
  CODAG_DEVICE void operator()(const Thread& t, shared_storage& shared) const {
    const std::uint32_t index = t.block() / groups, group_of_chunk = t.block() % groups;
    refusal first = nothing_refused;
    chunk c;
    if (!load_chunk<Element>(t, column, index, c) || c.out_offset % sizeof(Element) != 0)
      first = refusal_of(0, status::bad_chunk_table);
    else
      first = decode_tiles(t, c, group_of_chunk, shared);
    if (t.thread_index() == 0) t.store(refusals + t.block(), first);
  }

 private:
  template <class Thread>
  CODAG_DEVICE refusal decode_tiles(const Thread& t, const chunk& c, std::uint32_t group_of_chunk,
                                    shared_storage& shared) const {
    const simt::block_group<Thread, tile_threads> group(t, shared.sums);
    const chunk_words<Thread> words(t, column.in + c.in_offset, c.in_bytes);
    typename Decoder::layout layout;
    const bool first_of_chunk = group_of_chunk == 0;
    const status header = Decoder::open(
        words, static_cast<std::uint32_t>(c.out_bytes / sizeof(Element)), first_of_chunk, layout);
    if (header != status::ok) return first_of_chunk ? refusal_of(0, header) : nothing_refused;

    refusal first = nothing_refused;
    for (std::uint32_t run = group_of_chunk * layout.in_order; run < layout.tiles;
         run += groups * layout.in_order) {
      for (std::uint32_t tile = run; tile < run + layout.in_order; ++tile) {
        typename Decoder::element values[Decoder::items];
        std::uint32_t begin, valid;
        const status s = Decoder::decode_tile(t, group, words, layout, tile, values, begin, valid,
                                              shared.decoder);
        if (s == status::ok)
          sink.take(t, group, c.out_offset, begin, values, valid, shared.sink);
        else if (first == nothing_refused)
          first = refusal_of(tile, s);
        // All threads are done with the shared memory before the next tile is staged there.
        group.sync();
      }
    }
    return first;
  }
};

}  // namespace codag
