// A tile of a column of the fact table, handed on by a warp four values per lane at a time.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/gpu_dfor/warp_tiles.hpp"
#include "codag/codec/gpu_for/warp_tiles.hpp"
#include "codag/codec/gpu_rfor/warp_tiles.hpp"
#include "codag/query/opened_chunks.hpp"
#include "codag/query/star_query.hpp"
#include "codag/schedule/device_column.hpp"
#include "codag/simt/simt.hpp"
#include "codag/status.hpp"
#include "codag/stream/chunk_words.hpp"

namespace codag::query {

/// A lane's part of a tile. Its four number k is the rows 128 k + 4 lane to 128 k + 4 lane + 3.
inline constexpr unsigned fours = tile_rows / (4 * simt::warp_size);
using four_values = std::int32_t[4];

/// The rows of a tile that a lane still keeps: bit 4 k + i is value i of its four number k.
using lane_rows = std::uint32_t;

/// Columns that are not compressed.
struct uncompressed_by_warp {
  static constexpr unsigned resident_warps = 32;
  struct storage {};
  using opened = nothing_to_open;

  /// Calls take(k, values) for each four. A four is not read if the lane keeps none of its rows.
  template <class Thread, class Take>
  static CODAG_DEVICE status each(const Thread& t, const fact_column& column,
                                  const opened& /*chunks*/, std::uint32_t /*step*/,
                                  std::uint32_t tile, std::uint32_t rows, lane_rows kept,
                                  storage& /*shared*/, const Take& take) {
    struct alignas(16) quad {
      four_values values;
    };
    const std::uint64_t begin = std::uint64_t{tile} * tile_rows;
    if ((begin + rows) * sizeof(std::int32_t) > column.stored.in_bytes)
      return status::truncated_input;
    const auto* from = reinterpret_cast<const std::int32_t*>(column.stored.in) + begin;
    quad held[fours] = {};
    CODAG_UNROLL
    for (unsigned k = 0; k < fours; ++k) {
      const std::uint32_t first = 4 * (k * simt::warp_size + t.lane());
      if ((kept >> 4 * k & 15) == 0) continue;
      if (first + 4 <= rows) {
        held[k] = t.load(reinterpret_cast<const quad*>(from + first));
      } else {
        CODAG_UNROLL
        for (unsigned i = 0; i < 4; ++i)
          if (first + i < rows) held[k].values[i] = t.load(from + first + i);
      }
    }
    CODAG_UNROLL
    for (unsigned k = 0; k < fours; ++k) take(k, held[k].values);
    return status::ok;
  }
};

/// Columns of every format. A column's format is the same for all lanes.
struct any_by_warp {
  static constexpr unsigned resident_warps = 24;
  using for_tiles = gpu_for::warp_tiles<std::uint32_t>;
  using dfor_tiles = gpu_dfor::warp_tiles<std::uint32_t>;
  using rfor_tiles = gpu_rfor::warp_tiles<std::uint32_t>;
  union storage {
    typename for_tiles::storage of_for;
    typename dfor_tiles::storage of_dfor;
    typename rfor_tiles::storage of_rfor;
  };
  using opened = opened_chunks<decoded_format<column_format::gpu_for, for_tiles>,
                               decoded_format<column_format::gpu_dfor, dfor_tiles>,
                               decoded_format<column_format::gpu_rfor, rfor_tiles>>;

  /// Calls take(k, values) for each four of the rows of a tile of an opened chunk, if the status is
  /// ok; otherwise for some of them. All lanes call it alike, get the same status, and meet at a
  /// barrier before they call it again with the same storage.
  template <class Thread, class Take>
  static CODAG_DEVICE status each(const Thread& t, const fact_column& column, const opened& chunks,
                                  std::uint32_t step, std::uint32_t tile, std::uint32_t rows,
                                  lane_rows kept, storage& shared, const Take& take) {
    const auto& of_step = chunks.of_step[step];
    switch (column.format) {
      case column_format::none: {
        uncompressed_by_warp::storage nothing;
        return uncompressed_by_warp::each(t, column, {}, step, tile, rows, kept, nothing, take);
      }
      case column_format::gpu_for:
        return decode<for_tiles>(t, of_step, tile, rows, shared.of_for, take);
      case column_format::gpu_dfor:
        return decode<dfor_tiles>(t, of_step, tile, rows, shared.of_dfor, take);
      case column_format::gpu_rfor:
        return decode<rfor_tiles>(t, of_step, tile, rows, shared.of_rfor, take);
      case column_format::gpu_simdbp128:
        break;  // its tiles are deeper
    }
    return status::bad_chunk_table;
  }

 private:
  template <class Decoder, class Thread, class Take>
  static CODAG_DEVICE status decode(const Thread& t, const opened::chunk_of_step& from,
                                    std::uint32_t tile, std::uint32_t rows,
                                    typename Decoder::storage& shared, const Take& take) {
    if (from.header != status::ok) return from.header;
    constexpr std::uint32_t per_tile = tile_rows / (Decoder::items * simt::warp_size);
    const chunk_words<Thread> words(t, from.in, from.in_bytes);
    const typename Decoder::layout layout = from.template layout<Decoder>();
    const std::uint32_t of_chunk = tile - from.first_tile;
    const std::uint32_t first = of_chunk * per_tile, left = layout.values - of_chunk * tile_rows;
    // A chunk table with other sizes would join rows that do not belong together.
    if (first >= layout.tiles || (left < tile_rows ? left : tile_rows) != rows)
      return status::bad_chunk_table;
    // A set of gpu_dfor with more blocks than a tile begins somewhere else.
    if constexpr (requires { layout.set_blocks; })
      if (per_tile % layout.set_blocks != 0) return status::malformed_symbol;
    const std::uint32_t tiles = layout.tiles - first;
    typename Decoder::template stretch<Thread> stretch(t, words, layout, first,
                                                       tiles < per_tile ? tiles : per_tile, shared);
    std::uint32_t refused = 0;
    return stretch.each(
        [&](std::uint32_t k, const std::uint32_t(&values)[Decoder::items]) {
          CODAG_UNROLL
          for (unsigned f = 0; f < Decoder::items / 4; ++f) {
            const four_values four = {static_cast<std::int32_t>(values[4 * f]),
                                      static_cast<std::int32_t>(values[4 * f + 1]),
                                      static_cast<std::int32_t>(values[4 * f + 2]),
                                      static_cast<std::int32_t>(values[4 * f + 3])};
            take(k * (Decoder::items / 4) + f, four);
          }
        },
        refused);
  }
};

}  // namespace codag::query
