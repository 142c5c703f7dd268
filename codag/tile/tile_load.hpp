// Loads a tile of a compressed column in a kernel that you write, as cub::BlockLoad does for a
// column that is not compressed (section 7 of "Tile-based Lightweight Integer Compression in GPU",
// SIGMOD 2022).
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include "codag/annotate.hpp"
#include "codag/codec/bit_packing/unpacking.hpp"
#include "codag/codec/gpu_dfor/tile_decoder.hpp"
#include "codag/codec/gpu_for/tile_decoder.hpp"
#include "codag/codec/gpu_rfor/tile_decoder.hpp"
#include "codag/codec/gpu_simdbp128/tile_decoder.hpp"
#include "codag/schedule/device_column.hpp"
#include "codag/simt/block_group.hpp"
#include "codag/status.hpp"
#include "codag/stream/chunk_words.hpp"
#include "codag/tile/tile_decoder.hpp"

namespace codag {

/// Loads tiles by a block of 128 threads. A tile is `items` values per thread, striped: item i of
/// thread r is value i * 128 + r of the tile, as BLOCK_LOAD_STRIPED gives them. Element is the
/// column's integer. gpu_for_load, gpu_dfor_load and gpu_rfor_load, below, name the formats.
template <std::integral Element, tile_decoder Decoder>
struct tile_load {
  using decoder = Decoder;
  static constexpr unsigned threads = tile_threads;
  static constexpr unsigned items = Decoder::items;
  static constexpr std::uint32_t tile_values = threads * items;

  /// In shared memory.
  struct storage {
    simt::block_group_storage<threads> sums;
    typename Decoder::storage decoder;
  };

  /// How many tiles a chunk of `chunk_bytes` uncompressed bytes has, which are a whole number of
  /// tiles: every chunk of the column but its last one. A column of one chunk may have any size.
  static constexpr std::uint32_t tiles_per_chunk(std::uint64_t chunk_bytes) {
    constexpr std::uint64_t tile_bytes = sizeof(Element) * tile_values;
    return static_cast<std::uint32_t>((chunk_bytes + tile_bytes - 1) / tile_bytes);
  }

  /// Loads tile `tile` of the column, whose `out` and `statuses` are not used. All threads of the
  /// block call it alike, and meet at a barrier before they call it again with the same storage.
  ///
  /// If the status, which all threads get, is ok, the tile's first `valid` values are the column's.
  /// Otherwise `valid` is 0, and the values may be anything. Whatever the column's bytes are,
  /// nothing is read outside them. A chunk is well-formed if all of its tiles are ok.
  template <class Thread>
  static CODAG_DEVICE status load(const Thread& t, const device_column& column,
                                  std::uint32_t tiles_per_chunk, std::uint32_t tile,
                                  Element (&values)[items], std::uint32_t& valid, storage& shared) {
    valid = 0;
    const std::uint32_t index = tile / tiles_per_chunk, tile_of_chunk = tile % tiles_per_chunk;
    chunk c;
    if (index >= column.chunk_count || !load_chunk<Element>(t, column, index, c))
      return status::bad_chunk_table;
    const chunk_words<Thread> words(t, column.in + c.in_offset, c.in_bytes);
    typename Decoder::layout layout;
    const status header =
        Decoder::open(words, static_cast<std::uint32_t>(c.out_bytes / sizeof(Element)),
                      tile_of_chunk == 0, layout);
    if (header != status::ok) return header;
    return load(t, words, layout, tile_of_chunk, values, valid, shared);
  }

  /// The same for a tile of a chunk that has been opened.
  template <class Thread>
  static CODAG_DEVICE status load(const Thread& t, const chunk_words<Thread>& words,
                                  const typename Decoder::layout& layout,
                                  std::uint32_t tile_of_chunk, Element (&values)[items],
                                  std::uint32_t& valid, storage& shared) {
    valid = 0;
    // A set of gpu_dfor with more or fewer blocks than a tile begins somewhere else.
    if (!tiles_are_sets(layout)) return status::malformed_symbol;
    if (tile_of_chunk >= layout.tiles) return status::bad_chunk_table;
    typename Decoder::element decoded[items];
    const simt::block_group<Thread, threads> group(t, shared.sums);
    std::uint32_t begin, of_tile;
    const status s = decode_tile<Decoder>(t, group, words, layout, tile_of_chunk, decoded, begin,
                                          of_tile, shared.decoder);
    if (s != status::ok) return s;
    valid = of_tile;
    CODAG_UNROLL
    for (unsigned i = 0; i < items; ++i) values[i] = static_cast<Element>(decoded[i]);
    return status::ok;
  }

 private:
  template <class Layout>
  static CODAG_DEVICE bool tiles_are_sets(const Layout& layout) {
    if constexpr (requires { layout.set_blocks; })
      return layout.set_blocks == items;
    else
      return true;
  }
};

/// The integer that a format stores values of the type as.
template <std::integral Element>
using stored_integer = std::conditional_t<sizeof(Element) == 8, std::uint64_t, std::uint32_t>;

/// For gpu_for: a tile is `depth` blocks of 128 values, 1 to 32.
template <std::integral Element, unsigned depth = 4>
using gpu_for_load = tile_load<Element, gpu_for::shared_tiles<stored_integer<Element>, depth,
                                                              bit_packing::precomputed_offsets>>;
/// For gpu_dfor: a tile is one set, which the column was encoded with: `set_blocks` is `depth`.
template <std::integral Element, unsigned depth = 4>
using gpu_dfor_load = tile_load<Element, gpu_dfor::shared_tiles<stored_integer<Element>, depth>>;
/// For gpu_rfor: a tile is a block of 512 values.
template <std::integral Element>
using gpu_rfor_load = tile_load<Element, gpu_rfor::shared_tiles<stored_integer<Element>>>;
/// For gpu_simdbp128: a tile is a block of 4096 values.
template <std::integral Element>
using gpu_simdbp128_load = tile_load<Element, gpu_simdbp128::tiles<stored_integer<Element>>>;

}  // namespace codag
