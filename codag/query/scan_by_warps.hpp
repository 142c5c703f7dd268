// The scan of a star query, by warps that do not wait for each other: this project's schedule.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/query/load_by_warp.hpp"
#include "codag/query/look_up.hpp"
#include "codag/query/opened_chunks.hpp"
#include "codag/query/star_query.hpp"
#include "codag/simt/operators.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/warp_group.hpp"
#include "codag/status.hpp"

namespace codag::query {

/// The kernel. A warp takes consecutive tiles, as a block of `scan` does. The result of a row's
/// probes, or its factor, lies in shared memory, where each lane uses its own words. A bit of a
/// register says whether a row is kept.
template <class Columns>
struct scan_by_warps {
  static constexpr const char* name = "scan_by_warps";
  static constexpr unsigned warps = 4;
  static constexpr unsigned max_threads = warps * simt::warp_size;
  static constexpr unsigned min_blocks = Columns::resident_warps / warps;
  /// The number of consecutive tiles of a warp. They share the opened chunks, and one atomic
  /// addition to the sum of a query without groups.
  static constexpr std::uint32_t tiles_per_warp = 8;
  struct alignas(16) quad {
    four_values values;
  };
  struct warp_storage {
    typename Columns::storage columns;
    typename Columns::opened chunks;
    std::uint32_t of_row[4 * fours][simt::warp_size];  ///< the group so far, or the factor
    quad values[fours][simt::warp_size];               ///< of a column
  };
  struct shared_storage {
    alignas(simt::shared_alignment) warp_storage of_warp[warps];
  };

  star_query query;

  [[nodiscard]] constexpr simt::launch_shape shape() const {
    constexpr std::uint32_t per_block = warps * tiles_per_warp;
    const std::uint32_t blocks = (query.tile_count + per_block - 1) / per_block;
    return {blocks == 0 ? 1 : blocks, max_threads};
  }

  template <class Thread>
  CODAG_DEVICE void operator()(const Thread& t, shared_storage& shared) const {
    warp_storage& mine = shared.of_warp[t.warp()];
    std::uint64_t sum = 0;  // of a query without groups
    const simt::warp_group<Thread> warp(t);
    each_tile(t, warp, query, (t.block() * warps + t.warp()) * tiles_per_warp, tiles_per_warp,
              mine.chunks, true, [&](std::uint32_t tile) { add_tile(t, tile, sum, mine); });
    if (query.group_count != 1) return;
    sum = t.reduce(sum, simt::plus{});
    if (t.lane() == 0 && sum != 0) t.atomic_add(query.groups, sum);
  }

 private:
  /// How far the steps have come.
  struct progress {
    lane_rows kept;
    bool probed = false;    ///< of_row has the groups so far
    bool factored = false;  ///< of_row has the factors
  };

  template <class Thread>
  CODAG_DEVICE void add_tile(const Thread& t, std::uint32_t tile, std::uint64_t& sum,
                             warp_storage& mine) const {
    const std::uint64_t left = query.rows - std::uint64_t{tile} * tile_rows;
    const std::uint32_t rows = left < tile_rows ? static_cast<std::uint32_t>(left) : tile_rows;
    progress now{.kept = rows_of_lane(t.lane(), rows)};
    CODAG_NO_UNROLL
    for (std::uint32_t s = 0; s < query.step_count; ++s) {
      if (!t.any(now.kept != 0)) return;
      // All lanes are done with the shared memory before the next column is staged there.
      t.sync_warp();
      const step& step = query.steps[s];
      const status loaded =
          Columns::each(t, step.column, mine.chunks, s, tile, rows, now.kept, mine.columns,
                        [&](std::uint32_t k, const four_values& values) {
                          quad& held = mine.values[k][t.lane()];
                          CODAG_UNROLL
                          for (unsigned i = 0; i < 4; ++i) held.values[i] = values[i];
                        });
      if (loaded != status::ok) {
        if (t.lane() == 0)
          t.atomic_add(query.refused + s * status_count + static_cast<std::uint32_t>(loaded),
                       std::uint64_t{1});
        return;
      }
      // A lane reads only what it has put there. There is one copy of what a step does, whatever
      // decodes its column: with one for each, warps waited for instructions (no_instructions).
      CODAG_NO_UNROLL
      for (unsigned k = 0; k < fours; ++k)
        if ((now.kept >> 4 * k & 15) != 0)
          apply(t, step, k, mine.values[k][t.lane()].values, now, sum, mine.of_row);
      now.probed = now.probed || step.does == role::probe;
      now.factored = now.factored || step.does == role::factor;
    }
  }

  /// The tile's rows that are a lane's.
  static CODAG_DEVICE lane_rows rows_of_lane(unsigned lane, std::uint32_t rows) {
    lane_rows all = 0;
    CODAG_UNROLL
    for (unsigned k = 0; k < fours; ++k)
      for (unsigned i = 0; i < 4; ++i)
        if (4 * (k * simt::warp_size + lane) + i < rows) all |= 1u << (4 * k + i);
    return all;
  }

  /// What a step does with a lane's four number k.
  template <class Thread>
  CODAG_DEVICE void apply(const Thread& t, const step& step, std::uint32_t k,
                          const four_values& values, progress& now, std::uint64_t& sum,
                          std::uint32_t (&of_row)[4 * fours][simt::warp_size]) const {
    // Calls use(value, word) for each row that is kept, and keeps it if that returns true.
    const auto each_kept = [&](const auto& use) {
      CODAG_UNROLL
      for (unsigned i = 0; i < 4; ++i) {
        const lane_rows bit = 1u << (4 * k + i);
        if ((now.kept & bit) != 0 && !use(values[i], of_row[4 * k + i][t.lane()])) now.kept &= ~bit;
      }
    };
    switch (step.does) {
      case role::select:
        return each_kept([&](std::int32_t value, std::uint32_t&) { return step.in.holds(value); });
      case role::factor:
        return each_kept([&](std::int32_t value, std::uint32_t& word) {
          word = static_cast<std::uint32_t>(value);
          return step.in.holds(value);
        });
      case role::probe: {
        std::uint32_t found[4];  // all loads are on their way before the first is waited for
        CODAG_UNROLL
        for (unsigned i = 0; i < 4; ++i)
          found[i] = (now.kept >> (4 * k + i) & 1) != 0
                         ? look_up(t, query.dimensions[step.dimension], values[i])
                         : 0;
        CODAG_UNROLL
        for (unsigned i = 0; i < 4; ++i) {
          std::uint32_t& group = of_row[4 * k + i][t.lane()];
          if (found[i] == 0)
            now.kept &= ~(1u << (4 * k + i));
          else
            group = (now.probed ? group : 0) + found[i] - 1;
        }
        return;
      }
      case role::add:
      case role::subtract:
        return each_kept([&](std::int32_t value, std::uint32_t word) {
          add(t, now, word, step.does == role::add ? value : -std::int64_t{value}, sum);
          return true;
        });
    }
  }

  /// Adds a value to the measure of a row.
  template <class Thread>
  CODAG_DEVICE void add(const Thread& t, const progress& now, std::uint32_t of_row,
                        std::int64_t value, std::uint64_t& sum) const {
    if (query.group_count != 1) {
      const std::uint32_t group = now.probed ? of_row : 0;
      if (group < query.group_count)
        t.atomic_add(query.groups + group, static_cast<std::uint64_t>(value));
      return;
    }
    const std::int64_t factor = now.factored ? static_cast<std::int32_t>(of_row) : 1;
    sum += static_cast<std::uint64_t>(value) * static_cast<std::uint64_t>(factor);
  }
};

}  // namespace codag::query
