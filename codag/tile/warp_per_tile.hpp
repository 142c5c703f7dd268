// warp_per_tile: this project's schedule for tiles. A warp decodes a tile without waiting for
// another warp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/parameters.hpp"
#include "codag/schedule/device_column.hpp"
#include "codag/schedule/launch_parameters.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/warp_group.hpp"
#include "codag/status.hpp"
#include "codag/tile/refusals.hpp"
#include "codag/tile/row_filter.hpp"
#include "codag/tile/tile_groups.hpp"
#include "codag/tile/tile_place.hpp"
#include "codag/tile/warp_tile_decoder.hpp"

namespace codag {

/// What a launch of warp_per_tile chooses.
inline constexpr std::array warp_per_tile_parameters{
    warps_per_block_parameter(1, 4, 4),
    parameter{.key = "tiles_per_warp",
              .label = "tiles",
              .least = 1,
              .most = simt::warp_size,
              .standard = 16,
              .help = "consecutive tiles that a warp decodes in turn"}};
static_assert(well_declared(warp_per_tile_parameters));

/// The kernel. A group is a warp, which takes every per_chunk-th stretch of its chunk's tiles: one,
/// if all chunks but the last have the same size. Warps share a block only to fill a
/// multiprocessor; they never wait for each other.
template <warp_tile_decoder Decoder, class Element, class Sink>
struct warp_per_tile {
  static constexpr const char* name = "warp_per_tile";
  static constexpr unsigned max_warps = warp_per_tile_parameters[0].most;
  static constexpr unsigned max_threads = max_warps * simt::warp_size;
  // Per multiprocessor. It bounds the registers.
  static constexpr unsigned min_blocks = Decoder::resident_warps / max_warps;
  static constexpr unsigned tile_values = Decoder::items * simt::warp_size;

  tile_groups groups;
  Sink sink;
  std::uint32_t warps, tiles_per_warp;  ///< as the parameters say

  static constexpr std::uint32_t groups_for(const device_column& column,
                                            std::uint32_t tiles_per_warp) {
    return tile_groups::for_values<Element>(column, std::uint64_t{tile_values} * tiles_per_warp);
  }

  [[nodiscard]] constexpr simt::launch_shape shape() const {
    return {(groups.count() + warps - 1) / warps, warps * simt::warp_size,
            static_cast<unsigned>(warps * sizeof(warp_storage))};
  }

  template <class Thread>
  CODAG_DEVICE void operator()(const Thread& t, std::byte* shared) const {
    const std::uint32_t index = t.block() * warps + t.warp();
    if (index >= groups.count()) return;  // the whole warp leaves
    auto& mine = reinterpret_cast<warp_storage*>(shared)[t.warp()];
    groups.decode_group<Decoder, Element>(
        t, index, t.lane() == 0,
        [&](const chunk& c, const auto& words, const auto& layout, std::uint32_t group_of_chunk) {
          return decode_tiles(t, c, words, layout, group_of_chunk, mine);
        });
  }

 private:
  struct alignas(simt::shared_alignment) warp_storage {
    typename Decoder::storage decoder;
    typename Sink::storage sink;
  };

  template <class Thread, class Words>
  CODAG_DEVICE refusal decode_tiles(const Thread& t, const chunk& c, const Words& words,
                                    const typename Decoder::layout& layout,
                                    std::uint32_t group_of_chunk, warp_storage& shared) const {
    const simt::warp_group<Thread> group(t);
    // Whole sets of tiles that are decoded in order.
    const std::uint32_t sets = tiles_per_warp / layout.in_order;
    const std::uint32_t tiles = (sets == 0 ? 1 : sets) * layout.in_order;
    refusal first = nothing_refused;
    typename Sink::result result;
    for (std::uint32_t begin = group_of_chunk * tiles; begin < layout.tiles;
         begin += groups.per_chunk * tiles) {
      const std::uint32_t left = layout.tiles - begin, count = left < tiles ? left : tiles;
      const auto decode = [&](std::uint32_t from, std::uint32_t in_a_row) {
        const refusal r = decode_stretch(t, c, words, layout, from, in_a_row, shared, result);
        if (first == nothing_refused) first = r;
      };
      if constexpr (filtering_sink<Sink>)
        each_run(needed(t, group, c, layout, begin, count),
                 [&](unsigned k, unsigned in_a_row) { decode(begin + k, in_a_row); });
      else
        decode(begin, count);
    }
    sink.finish(t, group, result);
    return first;
  }

  /// Decodes `count` tiles from `begin` on, with which a set begins. Returns what it refuses first.
  template <class Thread, class Words>
  CODAG_DEVICE refusal decode_stretch(const Thread& t, const chunk& c, const Words& words,
                                      const typename Decoder::layout& layout, std::uint32_t begin,
                                      std::uint32_t count, warp_storage& shared,
                                      typename Sink::result& result) const {
    const simt::warp_group<Thread> group(t);
    typename Decoder::template stretch<Thread> decoder(t, words, layout, begin, count,
                                                       shared.decoder);
    std::uint32_t refused = 0;
    const status s = decoder.each(
        [&](std::uint32_t k, const typename Decoder::element(&values)[Decoder::items]) {
          const std::uint32_t at = (begin + k) * tile_values;
          const tile_place<simt::warp_size, 4> place{c.out_offset, at, layout.values - at};
          if constexpr (filtering_sink<Sink>)
            sink.template look<Decoder::items>(t, group, place, result);
          sink.take(t, group, place, values, shared.sink, result);
        },
        refused);
    // All lanes are done with the shared memory before the next stretch is staged there.
    group.sync();
    return s == status::ok ? nothing_refused : refusal_of(refused, s);
  }

  /// Which of `count` tiles from `begin` on the warp has to decode: bit k is that of begin + k.
  /// They have a row that is kept, or belong to a set that has one.
  template <class Thread, class Group>
  CODAG_DEVICE std::uint32_t needed(const Thread& t, const Group& group, const chunk& c,
                                    const typename Decoder::layout& layout, std::uint32_t begin,
                                    std::uint32_t count) const {
    // A lane reads the bits of 32 rows, for several rounds at once.
    constexpr unsigned lanes_per_tile = tile_values / 32, at_once = 4;
    constexpr unsigned tiles_per_round = simt::warp_size / lanes_per_tile;
    const std::uint32_t chunk_row = begin * tile_values, rows = layout.values - chunk_row;
    const std::uint64_t row = Sink::first_row(c.out_offset) + chunk_row;
    std::uint32_t tiles = 0;
    CODAG_NO_UNROLL
    for (unsigned k = 0; k < count; k += at_once * tiles_per_round) {
      std::uint32_t bits[at_once];
      CODAG_UNROLL
      for (unsigned i = 0; i < at_once; ++i) {
        const unsigned tile = k + i * tiles_per_round + t.lane() / lanes_per_tile;
        const std::uint32_t at = tile * tile_values + t.lane() % lanes_per_tile * 32;
        const bool has_rows = tile < count && at < rows;
        const std::uint32_t left = rows - at;
        bits[i] = has_rows ? sink.rows.template kept<32>(t, row + at, left < 32 ? left : 32) : 0;
      }
      CODAG_UNROLL
      for (unsigned i = 0; i < at_once; ++i) {
        // A vote: bit j of the ballot is that of lane j's rows.
        const unsigned ballot = group.ballot(bits[i] != 0);
        CODAG_UNROLL
        for (unsigned j = 0; j < tiles_per_round; ++j)
          if ((ballot >> j * lanes_per_tile & low_bits(lanes_per_tile)) != 0)
            tiles |= shifted_left(1, k + i * tiles_per_round + j);
      }
    }
    if (layout.in_order == 1) return tiles;
    std::uint32_t whole_sets = 0;
    for (unsigned k = 0; k < count; k += layout.in_order) {
      const std::uint32_t set = shifted_left(low_bits(layout.in_order), k);
      if ((tiles & set) != 0) whole_sets |= set;
    }
    return whole_sets & low_bits(count);
  }

  /// Calls use(first, length) for each run of bits that are set.
  template <class Use>
  static CODAG_DEVICE void each_run(std::uint32_t bits, const Use& use) {
    CODAG_NO_UNROLL
    while (bits != 0) {
      const unsigned first = lowest_bit(bits);
      const std::uint32_t after = ~(bits >> first);  // the run's bits are 0
      const unsigned length = after == 0 ? 32 : lowest_bit(after);
      use(first, length);
      bits &= ~shifted_left(low_bits(length), first);
    }
  }
};

}  // namespace codag
