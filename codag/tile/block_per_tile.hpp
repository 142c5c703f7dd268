// block_per_tile: the schedule of tile-based decompression. A block of 128 threads decodes a tile
// and hands its values, in registers, to a sink (Shanbhag et al., "Tile-based Lightweight Integer
// Compression in GPU", SIGMOD 2022, section 3).
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

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
#include "codag/tile/tile_order.hpp"
#include "codag/tile/tile_place.hpp"

namespace codag {

/// How many tiles a block of threads decodes, unless the launch says otherwise.
inline constexpr std::uint32_t standard_tiles_per_block = 32;

/// How many blocks a multiprocessor should hold, if a thread of the decoder has few values: 16,
/// which are all that fit, unless the decoder asks for fewer.
template <class Decoder>
constexpr unsigned blocks_per_multiprocessor() {
  if constexpr (requires { Decoder::blocks_per_multiprocessor; })
    return Decoder::blocks_per_multiprocessor;
  else
    return 16;
}

/// Tiles of a group in shared memory: loaded, waited for, checked and unpacked.
template <staged_tile_decoder Decoder>
struct tiles_under_way {
  typename Decoder::stages::staged tiles[4];
  typename Decoder::stages::storage own;
};
/// The most shared memory that they may take if a multiprocessor holds so many blocks: these still
/// fit into the 227 KiB of an H100's or H200's, with what else a block has there.
constexpr std::size_t most_under_way(unsigned blocks) {
  return (std::size_t{200} << 10) / blocks;
}

/// What a block has in shared memory for its decoder.
template <class Decoder, bool decodes_ahead>
struct shared_of {
  using type = typename Decoder::storage;
};
template <class Decoder>
struct shared_of<Decoder, true> {
  using type = tiles_under_way<Decoder>;
};

/// The kernel. A block of threads is a group (tile_groups). A chunk has `per_chunk` groups, and
/// each takes every per_chunk-th tile of the chunk. These are `tiles_per_block` tiles, if all
/// chunks but the last have the same size. In the paper, a block takes one tile. There, columns
/// have no chunks; here, a block has to look up a chunk and open it, which is worth several tiles.
template <tile_decoder Decoder, class Element, class Sink>
struct block_per_tile {
  static constexpr const char* name = "block_per_tile";
  static constexpr unsigned max_threads = tile_threads;
  // The values are in registers, which limits how many blocks a multiprocessor has (section 4.2). A
  // thread has 32 registers with 16 blocks, and 64 with 8: just enough to hold its values. A
  // decoder of few values that needs more registers asks for fewer blocks.
  static constexpr unsigned value_words = Decoder::items * sizeof(typename Decoder::element) / 4;
  static constexpr unsigned min_blocks = value_words > 16  ? 4
                                         : value_words > 4 ? 8
                                                           : blocks_per_multiprocessor<Decoder>();
  static constexpr unsigned warps = tile_threads / simt::warp_size;
  static_assert(warps == 4, "one asks, one loads, one waits, and one checks");
  /// Whether several tiles are under way. A sink that filters rows looks at them first, to skip a
  /// tile without any.
  static constexpr bool decodes_ahead = [] {
    if constexpr (staged_tile_decoder<Decoder> && !filtering_sink<Sink>)
      return sizeof(tiles_under_way<Decoder>) <= most_under_way(min_blocks);
    else
      return false;
  }();
  struct shared_storage {
    simt::block_group_storage<tile_threads> sums;
    typename shared_of<Decoder, decodes_ahead>::type decoder;
    typename Sink::storage sink;
  };

  tile_groups groups;
  Sink sink;

  static constexpr std::uint32_t groups_for(
      const device_column& column, std::uint32_t tiles_per_block = standard_tiles_per_block) {
    return tile_groups::for_values<Element>(
        column, std::uint64_t{Decoder::items * tile_threads} * tiles_per_block);
  }

  [[nodiscard]] constexpr simt::launch_shape shape() const {
    return {groups.count(), tile_threads};
  }

  template <class Thread>
  CODAG_DEVICE void operator()(const Thread& t, shared_storage& shared) const {
    groups.decode_group<Decoder, Element>(
        t, t.block(), t.thread_index() == 0,
        [&](const chunk& c, const auto& words, const auto& layout, std::uint32_t group_of_chunk) {
          if constexpr (decodes_ahead)
            return decode_ahead(t, c, words, layout, group_of_chunk, shared);
          else
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
    tile_order order(group_of_chunk, groups.per_chunk, layout.in_order);
    std::uint32_t tile = order.next();
    auto asked = ask_ahead(t, words, layout, tile);
    bool is_first = true;
    CODAG_NO_UNROLL
    while (tile < layout.tiles) {
      const std::uint32_t now = tile;
      tile = order.next();
      tile_place<tile_threads, 1> place{.out_offset = c.out_offset, .begin = 0, .valid = 0};
      if constexpr (filtering_sink<Sink>)
        if (!needed(t, group, layout, now, place, result)) continue;
      // All threads are done with the shared memory of the last tile before this one is staged.
      if (!is_first) group.sync();
      is_first = false;
      const auto asked_before = asked;
      asked = ask_ahead(t, words, layout, tile);
      typename Decoder::element values[Decoder::items];
      const status s =
          decode(t, group, words, layout, now, asked_before, values, place, shared, result);
      if (s == status::ok)
        sink.take(t, group, place, values, shared.sink, result);
      else if (first == nothing_refused)
        first = refusal_of(now, s);
    }
    // Then there is nothing to add up: all tiles were skipped.
    if (filtering_sink<Sink> && is_first) return first;
    sink.finish(t, group, result);
    return first;
  }

  /// While all warps unpack a tile, each prepares one of the next four: it asks for the tile, loads
  /// it, waits for it and checks it, in one step each. So words have a whole step to arrive, and a
  /// step has one barrier.
  template <class Thread, class Words>
  CODAG_DEVICE refusal decode_ahead(const Thread& t, const chunk& c, const Words& words,
                                    const typename Decoder::layout& layout,
                                    std::uint32_t group_of_chunk, shared_storage& shared) const {
    using stages = typename Decoder::stages;
    const simt::block_group<Thread, tile_threads> group(t, shared.sums);
    refusal first = nothing_refused;
    typename Sink::result result;
    auto& under_way = shared.decoder;
    tile_order order(group_of_chunk, groups.per_chunk, layout.in_order);
    const auto exists = [&](std::uint32_t tile) { return tile < layout.tiles; };
    const auto staged = [&](unsigned number) -> auto& { return under_way.tiles[number % 4]; };
    // All unpack tile 0, one warp checks tile 1, another one has loaded tile 2, and two others load
    // tile 3 and ask for tile 4.
    std::uint32_t tiles[5];
    CODAG_UNROLL
    for (unsigned i = 0; i < 4; ++i) tiles[i] = order.next();
    auto of_warp = typename Decoder::ahead{};
    // Unrolled: with the warp's tile in a variable, registers spill.
    CODAG_UNROLL
    for (unsigned i = 0; i < 4; ++i) {
      if (t.warp() != i || !exists(tiles[i])) continue;
      of_warp = Decoder::ask(t, words, layout, tiles[i]);
      if (i < 3) stages::load(t, words, layout, tiles[i], of_warp, staged(i));
      if (i < 2) t.wait_for_copies();
      if (i > 0) continue;
      // All lanes have what each has waited for.
      t.sync_warp();
      stages::check(t, words, layout, tiles[i], of_warp, staged(i));
    }
    // What was found is in place before it is read, and what was loaded before it is checked.
    group.sync();
    CODAG_NO_UNROLL
    for (unsigned step = 0; exists(tiles[0]); ++step) {
      tiles[4] = order.next();
      // Which tile is this warp's, apart from the one that all unpack; 0 stands for tile 4.
      const unsigned own = (t.warp() - step) % 4;
      if (own == 0 && exists(tiles[4])) of_warp = Decoder::ask(t, words, layout, tiles[4]);
      if (own == 3 && exists(tiles[3]))
        stages::load(t, words, layout, tiles[3], of_warp, staged(step + 3));
      if (own == 1 && exists(tiles[1]))
        stages::check(t, words, layout, tiles[1], of_warp, staged(step + 1));
      const unsigned turn = step % 2;
      typename Decoder::element values[Decoder::items];
      auto found =
          stages::unpack(t, group, layout, tiles[0], turn, staged(step), under_way.own, values);
      if (own == 2) t.wait_for_copies();
      // The same as above, and a tile was read before others take its place.
      group.sync();
      tile_place<tile_threads, stages::consecutive> place{
          .out_offset = c.out_offset, .begin = 0, .valid = 0};
      status s = found.is;
      if (s == status::ok)
        s = stages::finish(t, group, layout, tiles[0], turn, found, under_way.own, values,
                           place.begin, place.valid);
      if (s == status::ok)
        sink.take(t, group, place, values, shared.sink, result);
      else if (first == nothing_refused)
        first = refusal_of(tiles[0], s);
      CODAG_UNROLL
      for (unsigned i = 0; i < 4; ++i) tiles[i] = tiles[i + 1];
    }
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

  /// Asks for a tile that is going to be decoded, if there is one.
  template <class Thread, class Words>
  static CODAG_DEVICE auto ask_ahead(const Thread& t, const Words& words,
                                     const typename Decoder::layout& layout, std::uint32_t tile) {
    if constexpr (asking_tile_decoder<Decoder> && !filtering_sink<Sink>)
      return tile < layout.tiles ? Decoder::ask(t, words, layout, tile) : typename Decoder::ahead{};
    else
      return nothing_asked{};
  }

  template <class Thread, class Group, class Words, class Asked, class Values, class Place>
  static CODAG_DEVICE status decode(const Thread& t, const Group& group, const Words& words,
                                    const typename Decoder::layout& layout, std::uint32_t tile,
                                    const Asked& asked, Values& values, Place& place,
                                    shared_storage& shared, const typename Sink::result& result) {
    if constexpr (filtering_sink<Sink> && requires { Decoder::reads_single_values; })
      return Decoder::decode_kept(t, group, words, layout, tile, result.kept, values, place.begin,
                                  place.valid, shared.decoder);
    else if constexpr (std::is_same_v<Asked, nothing_asked>)
      return decode_tile<Decoder>(t, group, words, layout, tile, values, place.begin, place.valid,
                                  shared.decoder);
    else
      return Decoder::decode_tile(t, group, words, layout, tile, asked, values, place.begin,
                                  place.valid, shared.decoder);
  }
};

}  // namespace codag
