// block_per_tile: the schedule of tile-based decompression. A block of 128 threads decodes a tile
// and hands its values, in registers, to a sink (Shanbhag et al., "Tile-based Lightweight Integer
// Compression in GPU", SIGMOD 2022, section 3).
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/schedule/device_column.hpp"
#include "codag/simt/block_group.hpp"
#include "codag/simt/operators.hpp"
#include "codag/simt/simt.hpp"
#include "codag/status.hpp"
#include "codag/tile/refusals.hpp"
#include "codag/tile/row_filter.hpp"
#include "codag/tile/tile_decoder.hpp"
#include "codag/tile/tile_groups.hpp"
#include "codag/tile/tile_place.hpp"

namespace codag {

/// The kernel. A group is a block of threads, which takes every per_chunk-th tile of its chunk:
/// one, if all chunks but the last have the same size.
template <tile_decoder Decoder, class Element, class Sink>
struct block_per_tile {
  static constexpr const char* name = "block_per_tile";
  static constexpr unsigned max_threads = tile_threads;
  // Section 4.2: the values in registers limit how many blocks a multiprocessor has. 16 blocks, all
  // that fit, leave 32 registers per thread, 8 leave 64: as few as hold the values.
  static constexpr unsigned value_words = Decoder::items * sizeof(typename Decoder::element) / 4;
  static constexpr unsigned min_blocks = value_words <= 4 ? 16 : value_words <= 16 ? 8 : 4;
  struct shared_storage {
    simt::block_group_storage<tile_threads> sums;
    typename Decoder::storage decoder;
    typename Sink::storage sink;
  };

  tile_groups groups;
  Sink sink;

  static constexpr std::uint32_t groups_for(const device_column& column) {
    return tile_groups::for_values<Element>(column, Decoder::items * tile_threads);
  }

  [[nodiscard]] constexpr simt::launch_shape shape() const {
    return {groups.count(), tile_threads};
  }

  template <class Thread>
  CODAG_DEVICE void operator()(const Thread& t, shared_storage& shared) const {
    groups.decode_group<Decoder, Element>(
        t, t.block(), t.thread_index() == 0,
        [&](const chunk& c, const auto& words, const auto& layout, std::uint32_t group_of_chunk) {
          return decode_tiles(t, c, words, layout, group_of_chunk, shared);
        });
  }

 private:
  template <class Thread, class Words>
  CODAG_DEVICE refusal decode_tiles(const Thread& t, const chunk& c, const Words& words,
                                    const typename Decoder::layout& layout,
                                    std::uint32_t group_of_chunk, shared_storage& shared) const {
    const simt::block_group<Thread, tile_threads> group(t, shared.sums);
    refusal first = nothing_refused;
    typename Sink::result result;
    bool is_first = true;
    for (std::uint32_t run = group_of_chunk * layout.in_order; run < layout.tiles;
         run += groups.per_chunk * layout.in_order) {
      for (std::uint32_t tile = run; tile < run + layout.in_order; ++tile) {
        tile_place<tile_threads, 1> place{.out_offset = c.out_offset, .begin = 0, .valid = 0};
        if constexpr (filtering_sink<Sink>)
          if (!needed(t, group, layout, tile, place, result)) continue;
        // All threads are done with the shared memory of the last tile before this one is staged.
        if (!is_first) group.sync();
        is_first = false;
        typename Decoder::element values[Decoder::items];
        const status s = decode(t, group, words, layout, tile, values, place, shared, result);
        if (s == status::ok)
          sink.take(t, group, place, values, shared.sink, result);
        else if (first == nothing_refused)
          first = refusal_of(tile, s);
      }
    }
    // Then there is nothing to add up: all tiles were skipped.
    if (filtering_sink<Sink> && is_first) return first;
    sink.finish(t, group, result);
    return first;
  }

  /// Whether the block has to decode the tile. The result then has the rows that the thread keeps.
  template <class Thread, class Group, class Place>
  CODAG_DEVICE bool needed(const Thread& t, const Group& group,
                           const typename Decoder::layout& layout, std::uint32_t tile, Place& place,
                           typename Sink::result& result) const {
    Decoder::place(layout, tile, place.begin, place.valid);
    sink.template look<Decoder::items>(t, group, place, result);
    // The values are read one by one, so nothing is to be gained by a vote.
    if constexpr (requires { Decoder::reads_single_values; }) return true;
    // Tiles in order have their values from the tiles before.
    if (layout.in_order > 1) return true;
    // A vote, so that all threads skip the tile or none does: they decode it together.
    return group.reduce(result.kept, simt::maximum{}) != 0;
  }

  template <class Thread, class Group, class Words, class Values, class Place>
  static CODAG_DEVICE status decode(const Thread& t, const Group& group, const Words& words,
                                    const typename Decoder::layout& layout, std::uint32_t tile,
                                    Values& values, Place& place, shared_storage& shared,
                                    const typename Sink::result& result) {
    if constexpr (filtering_sink<Sink> && requires { Decoder::reads_single_values; })
      return Decoder::decode_kept(t, group, words, layout, tile, result.kept, values, place.begin,
                                  place.valid, shared.decoder);
    else
      return Decoder::decode_tile(t, group, words, layout, tile, values, place.begin, place.valid,
                                  shared.decoder);
  }
};

}  // namespace codag
