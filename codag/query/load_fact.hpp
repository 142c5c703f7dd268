// A tile of a column of the fact table, in registers.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/query/opened_chunks.hpp"
#include "codag/query/star_query.hpp"
#include "codag/status.hpp"
#include "codag/stream/chunk_words.hpp"
#include "codag/tile/tile_load.hpp"

namespace codag::query {

/// What a thread holds of a tile: item i is row i * tile_threads + its rank.
template <unsigned items>
using tile_values = std::int32_t[items];

/// The rows of a tile that a thread still keeps: bit i is item i.
using kept_rows = std::uint32_t;

/// Loads from columns that are not compressed only.
struct uncompressed_columns {
  static constexpr unsigned items = tile_rows / tile_threads;
  struct storage {};
  using opened = nothing_to_open;

  /// The values of the rows that are kept: the others are not read (Crystal's BlockPredLoad).
  /// `rows` is that of the tile, which lies within the column.
  template <class Thread>
  static CODAG_DEVICE status load(const Thread& t, const fact_column& column,
                                  column_format /*none*/, const opened& /*chunks*/,
                                  std::uint32_t /*step*/, std::uint32_t tile, std::uint32_t rows,
                                  kept_rows kept, tile_values<items>& values, storage& /*shared*/) {
    const std::uint64_t begin = std::uint64_t{tile} * tile_rows;
    if ((begin + rows) * sizeof(std::int32_t) > column.stored.in_bytes)
      return status::truncated_input;
    const auto* from = reinterpret_cast<const std::int32_t*>(column.stored.in) + begin;
    CODAG_UNROLL
    for (unsigned i = 0; i < items; ++i)
      values[i] = (kept >> i & 1) != 0 ? t.load(from + i * tile_threads + t.thread_index()) : 0;
    return status::ok;
  }
};

/// Loads a tile of an opened chunk by Load, a tile_load.
template <class Load, class Thread, class Opened>
CODAG_DEVICE status load_opened(const Thread& t, const Opened& from, std::uint32_t tile,
                                std::uint32_t rows, tile_values<Load::items>& values,
                                typename Load::storage& shared) {
  if (from.header != status::ok) return from.header;
  const chunk_words<Thread> words(t, from.in, from.in_bytes);
  std::uint32_t valid = 0;
  const status s = Load::load(t, words, from.template layout<typename Load::decoder>(),
                              tile - from.first_tile, values, valid, shared);
  // A chunk table with other sizes would join rows that do not belong together.
  return s == status::ok && valid != rows ? status::bad_chunk_table : s;
}

/// Loads from columns of every format. A column's `format` is the same for all threads. If it is
/// known when the kernel is compiled, the other formats take no registers.
struct any_columns {
  static constexpr unsigned items = tile_rows / tile_threads;
  using for_load = gpu_for_load<std::int32_t, items>;
  using dfor_load = gpu_dfor_load<std::int32_t, items>;
  using rfor_load = gpu_rfor_load<std::int32_t>;
  static_assert(for_load::tile_values == tile_rows && dfor_load::tile_values == tile_rows &&
                rfor_load::tile_values == tile_rows);
  union storage {
    typename for_load::storage of_for;
    typename dfor_load::storage of_dfor;
    typename rfor_load::storage of_rfor;
  };
  using opened =
      opened_chunks<decoded_format<column_format::gpu_for, typename for_load::decoder>,
                    decoded_format<column_format::gpu_dfor, typename dfor_load::decoder>,
                    decoded_format<column_format::gpu_rfor, typename rfor_load::decoder>>;

  /// Loads a tile of an opened chunk. All threads of the block call it alike, and meet at a barrier
  /// before they call it again with the same storage. All get the same status.
  template <class Thread>
  static CODAG_DEVICE status load(const Thread& t, const fact_column& column, column_format format,
                                  const opened& chunks, std::uint32_t step, std::uint32_t tile,
                                  std::uint32_t rows, kept_rows kept, tile_values<items>& values,
                                  storage& shared) {
    if (format == column_format::none) {
      uncompressed_columns::storage nothing;
      return uncompressed_columns::load(t, column, format, {}, step, tile, rows, kept, values,
                                        nothing);
    }
    const auto& from = chunks.of_step[step];
    if (format == column_format::gpu_for)
      return load_opened<for_load>(t, from, tile, rows, values, shared.of_for);
    if (format == column_format::gpu_dfor)
      return load_opened<dfor_load>(t, from, tile, rows, values, shared.of_dfor);
    return load_opened<rfor_load>(t, from, tile, rows, values, shared.of_rfor);
  }
};

/// Loads from columns of one format, whose tiles are those of Load, a tile_load.
template <class Load, column_format format>
struct columns_of {
  static constexpr unsigned items = Load::items;
  using storage = typename Load::storage;
  using opened = opened_chunks<decoded_format<format, typename Load::decoder>>;

  /// The same, for an opened chunk of the format.
  template <class Thread>
  static CODAG_DEVICE status load(const Thread& t, const fact_column& /*column*/,
                                  column_format /*format*/, const opened& chunks,
                                  std::uint32_t step, std::uint32_t tile, std::uint32_t rows,
                                  kept_rows /*kept*/, tile_values<items>& values, storage& shared) {
    return load_opened<Load>(t, chunks.of_step[step], tile, rows, values, shared);
  }
};
/// GPU-FOR in tiles of `depth` blocks of 128 rows (section 4.2).
template <unsigned depth>
using gpu_for_columns = columns_of<gpu_for_load<std::int32_t, depth>, column_format::gpu_for>;
/// GPU-SIMDBP128, whose tile is a block of 4096 rows (section 4.3).
using gpu_simdbp128_columns =
    columns_of<gpu_simdbp128_load<std::int32_t>, column_format::gpu_simdbp128>;

}  // namespace codag::query
