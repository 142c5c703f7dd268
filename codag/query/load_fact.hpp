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

inline constexpr unsigned tile_items = tile_rows / tile_threads;

/// What a thread holds of a tile: item i is row i * tile_threads + its rank.
using tile_values = std::int32_t[tile_items];

/// The rows of a tile that a thread still keeps: bit i is item i.
using kept_rows = std::uint32_t;

/// Loads from columns that are not compressed only.
struct uncompressed_columns {
  static constexpr const char* name = "none";
  struct storage {};
  using opened = nothing_to_open;

  /// The values of the rows that are kept: the others are not read (Crystal's BlockPredLoad).
  /// `rows` is that of the tile, which lies within the column.
  template <class Thread>
  static CODAG_DEVICE status load(const Thread& t, const fact_column& column,
                                  column_format /*none*/, const opened& /*chunks*/,
                                  std::uint32_t /*step*/, std::uint32_t tile, std::uint32_t rows,
                                  kept_rows kept, tile_values& values, storage& /*shared*/) {
    const std::uint64_t begin = std::uint64_t{tile} * tile_rows;
    if ((begin + rows) * sizeof(std::int32_t) > column.stored.in_bytes)
      return status::truncated_input;
    const auto* from = reinterpret_cast<const std::int32_t*>(column.stored.in) + begin;
    CODAG_UNROLL
    for (unsigned i = 0; i < tile_items; ++i)
      values[i] = (kept >> i & 1) != 0 ? t.load(from + i * tile_threads + t.thread_index()) : 0;
    return status::ok;
  }
};

/// Loads from columns of every format. A column's `format` is the same for all threads. If it is
/// known when the kernel is compiled, the other formats take no registers.
struct any_columns {
  static constexpr const char* name = "any";
  using for_load = gpu_for_load<std::int32_t, tile_items>;
  using dfor_load = gpu_dfor_load<std::int32_t, tile_items>;
  using rfor_load = gpu_rfor_load<std::int32_t>;
  static_assert(for_load::tile_values == tile_rows && dfor_load::tile_values == tile_rows &&
                rfor_load::tile_values == tile_rows);
  union storage {
    typename for_load::storage of_for;
    typename dfor_load::storage of_dfor;
    typename rfor_load::storage of_rfor;
  };
  using opened = opened_chunks<typename for_load::decoder, typename dfor_load::decoder,
                               typename rfor_load::decoder>;

  /// Loads a tile of an opened chunk. All threads of the block call it alike, and meet at a barrier
  /// before they call it again with the same storage. All get the same status.
  template <class Thread>
  static CODAG_DEVICE status load(const Thread& t, const fact_column& column, column_format format,
                                  const opened& chunks, std::uint32_t step, std::uint32_t tile,
                                  std::uint32_t rows, kept_rows kept, tile_values& values,
                                  storage& shared) {
    if (format == column_format::none) {
      uncompressed_columns::storage nothing;
      return uncompressed_columns::load(t, column, format, {}, step, tile, rows, kept, values,
                                        nothing);
    }
    const auto& of_step = chunks.of_step[step];
    if (of_step.header != status::ok) return of_step.header;
    std::uint32_t valid = 0;
    status s;
    if (format == column_format::gpu_for)
      s = load_by<for_load>(t, of_step, tile, values, valid, shared.of_for);
    else if (format == column_format::gpu_dfor)
      s = load_by<dfor_load>(t, of_step, tile, values, valid, shared.of_dfor);
    else
      s = load_by<rfor_load>(t, of_step, tile, values, valid, shared.of_rfor);
    // A chunk table with other sizes would join rows that do not belong together.
    return s == status::ok && valid != rows ? status::bad_chunk_table : s;
  }

 private:
  template <class Load, class Thread>
  static CODAG_DEVICE status load_by(const Thread& t, const opened::chunk_of_step& from,
                                     std::uint32_t tile, tile_values& values, std::uint32_t& valid,
                                     typename Load::storage& shared) {
    const chunk_words<Thread> words(t, from.in, from.in_bytes);
    return Load::load(t, words, from.template layout<typename Load::decoder>(),
                      tile - from.first_tile, values, valid, shared);
  }
};

}  // namespace codag::query
