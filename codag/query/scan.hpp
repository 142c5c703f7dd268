// The scan of a star query: tile-based execution (Shanbhag, Madden and Yu, SIGMOD 2020), with the
// loads of compressed columns in the place of BlockLoad (Shanbhag et al., "Tile-based Lightweight
// Integer Compression in GPU", SIGMOD 2022, section 7).
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/query/load_fact.hpp"
#include "codag/query/look_up.hpp"
#include "codag/query/opened_chunks.hpp"
#include "codag/query/star_query.hpp"
#include "codag/query/steps.hpp"
#include "codag/simt/block_group.hpp"
#include "codag/simt/operators.hpp"
#include "codag/simt/simt.hpp"
#include "codag/status.hpp"
#include "codag/tile/tile_decoder.hpp"

namespace codag::query {

/// The kernel. A block takes consecutive tiles. It loads a tile of each column in the order of the
/// steps, and selects, probes and adds up in registers. If no row of a tile is kept any more, its
/// remaining columns are not loaded (section 8). Columns says which formats they may have, and
/// Steps (query/steps.hpp) whether the kernel is compiled for some steps, or does any.
template <class Columns, class Steps = any_steps>
struct scan {
  static constexpr const char* name = Steps::kernel_name;
  static constexpr unsigned max_threads = tile_threads;
  static constexpr unsigned items = Columns::items;
  static constexpr std::uint32_t rows_per_tile = items * tile_threads;
  static_assert(items <= 32, "kept_rows has a bit for each");
  // 64 registers per thread; 128 and 255 if the thread has more rows (section 4.2).
  static constexpr unsigned min_blocks = items <= 4 ? 8 : items <= 8 ? 4 : 2;
  /// The number of consecutive tiles of a block. They share the opened chunks, and one atomic
  /// addition to the sum of a query without groups.
  static constexpr std::uint32_t tiles_per_block = 8;
  struct shared_storage {
    simt::block_group_storage<tile_threads> sums;
    typename Columns::storage columns;
    typename Columns::opened chunks;
  };

  star_query query;

  [[nodiscard]] constexpr simt::launch_shape shape() const {
    const std::uint32_t blocks = (query.tile_count + tiles_per_block - 1) / tiles_per_block;
    return {blocks == 0 ? 1 : blocks, tile_threads};
  }

  template <class Thread>
  CODAG_DEVICE void operator()(const Thread& t, shared_storage& shared) const {
    const simt::block_group<Thread, tile_threads> block(t, shared.sums);
    std::uint64_t sum = 0;  // of a query without groups
    each_tile(t, block, query, t.block() * tiles_per_block, tiles_per_block, shared.chunks,
              t.warp() == 0, [&](std::uint32_t tile) { add_tile(t, block, tile, sum, shared); });
    if (query.group_count != 1) return;
    const std::uint64_t of_block = block.reduce(sum);
    if (block.rank() == 0 && of_block != 0) t.atomic_add(query.groups, of_block);
  }

 private:
  /// The state of a thread's rows after the steps so far.
  struct thread_rows {
    kept_rows kept = 0;
    std::uint32_t group[items] = {};
    std::uint32_t measure[items] = {};
    std::int32_t factor[items] = {};
  };

  template <class Thread, class Block>
  CODAG_DEVICE void add_tile(const Thread& t, const Block& block, std::uint32_t tile,
                             std::uint64_t& sum, shared_storage& shared) const {
    const std::uint64_t left = query.rows - std::uint64_t{tile} * rows_per_tile;
    const auto rows = static_cast<std::uint32_t>(left < rows_per_tile ? left : rows_per_tile);
    thread_rows mine;
    CODAG_UNROLL
    for (unsigned i = 0; i < items; ++i) {
      if (i * tile_threads + block.rank() < rows) mine.kept |= 1u << i;
      mine.factor[i] = 1;
    }
    const bool kept = Steps::each(query, [&](std::uint32_t s, auto does, auto format) {
      // The reduction's barriers are also between two loads, which use the same shared memory.
      if (block.reduce(mine.kept, simt::maximum{}) == 0) return false;
      const step& now = query.steps[s];
      tile_values<items> values;
      const status loaded = Columns::load(t, now.column, format, shared.chunks, s, tile, rows,
                                          mine.kept, values, shared.columns);
      if (loaded != status::ok) {
        if (block.rank() == 0)
          t.atomic_add(query.refused + s * status_count + static_cast<std::uint32_t>(loaded),
                       std::uint64_t{1});
        return false;
      }
      CODAG_UNROLL
      for (unsigned i = 0; i < items; ++i) apply(t, now, does, values[i], i, mine);
      return true;
    });
    if (kept) aggregate(t, mine, sum);
  }

  /// What a step that `does` something does with the value of a thread's row i.
  template <class Thread>
  CODAG_DEVICE void apply(const Thread& t, const step& now, role does, std::int32_t value,
                          unsigned i, thread_rows& mine) const {
    bool keeps = true;
    switch (does) {
      case role::factor:
        mine.factor[i] = value;
        keeps = now.in.holds(value);
        break;
      case role::select:
        keeps = now.in.holds(value);
        break;
      case role::probe: {
        const std::uint32_t found =
            (mine.kept >> i & 1) != 0 ? look_up(t, query.dimensions[now.dimension], value) : 0;
        keeps = found != 0;
        mine.group[i] += found - 1;
        break;
      }
      case role::add:
        mine.measure[i] += static_cast<std::uint32_t>(value);
        break;
      case role::subtract:
        mine.measure[i] -= static_cast<std::uint32_t>(value);
        break;
    }
    if (!keeps) mine.kept &= ~(1u << i);
  }

  template <class Thread>
  CODAG_DEVICE void aggregate(const Thread& t, const thread_rows& mine, std::uint64_t& sum) const {
    CODAG_UNROLL
    for (unsigned i = 0; i < items; ++i) {
      if ((mine.kept >> i & 1) == 0) continue;
      const auto measure = static_cast<std::uint64_t>(
          std::int64_t{static_cast<std::int32_t>(mine.measure[i])} * mine.factor[i]);
      if (query.group_count == 1)
        sum += measure;
      else if (mine.group[i] < query.group_count)
        t.atomic_add(query.groups + mine.group[i], measure);
    }
  }
};

}  // namespace codag::query
