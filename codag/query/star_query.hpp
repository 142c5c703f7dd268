// A star query: the sum of a measure over the rows of a fact table that meet conditions, some of
// which are joins with dimension tables, for each group.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/query/condition.hpp"
#include "codag/schedule/device_column.hpp"
#include "codag/status.hpp"
#include "codag/type_list.hpp"

namespace codag::query {

/// The columns of a fact table.
using element_types = type_list<std::int32_t>;

/// The rows of a tile, unless a scan has deeper ones: a tile of gpu_for, four blocks of 128; a set
/// of gpu_dfor; a block of gpu_rfor.
inline constexpr std::uint32_t tile_rows = 512;

/// How a column of the fact table is stored. `none`: as int32 one after the other, which are
/// aligned and whose chunk table is not used.
enum class column_format : std::uint32_t { none, gpu_for, gpu_dfor, gpu_rfor, gpu_simdbp128 };

struct fact_column {
  device_column stored;  ///< whose `out` is not used
  column_format format;
  std::uint32_t tiles_per_chunk;  ///< of every chunk but the last; tiles of the query's scan
};

/// What is done with a row's value, in the order of the steps.
enum class role : std::uint32_t {
  select,    ///< the row is kept if the condition holds
  factor,    ///< the same, and the measure is multiplied by the value at the end
  probe,     ///< the row is kept if the dimension keeps the row that the value is the key of
  add,       ///< the value is added to the measure
  subtract,  ///< the value is subtracted from the measure
};

struct step {
  fact_column column;
  role does;
  condition in;             ///< of select and factor
  std::uint32_t dimension;  ///< of probe: its number
};

/// A dimension table, and the look-up array that build_lookups fills from it, with an entry for
/// each key from `first_key` on. An entry is 0 if there is no such row, or if the condition does
/// not hold for it. Otherwise it is 1 plus what the row adds to the number of the group.
struct dimension {
  const std::int32_t* keys;
  const std::int32_t* where;  ///< what the condition is about; null: every row is kept
  condition in;
  const std::int32_t* group;   ///< what the query groups by; null: the row adds 0
  std::int32_t group_least;    ///< of the values of `group`
  std::uint32_t group_stride;  ///< (value - group_least) * group_stride is what a row adds
  std::uint32_t rows;
  std::int32_t first_key;
  std::uint32_t key_count;  ///< of the look-up array; keys outside it have no row
  std::uint32_t* lookup;
};

inline constexpr std::uint32_t most_steps = 6, most_dimensions = 4;
/// The kernels count tiles by their status: so many counts, of which each codag::status has one.
inline constexpr std::uint32_t status_count = 8;
static_assert(status_values <= status_count);

/// A query as the kernels read it. Pointers are into the backend's memory. The steps that add and
/// subtract come after all others, and a query with a factor has one group and no probe. What is
/// added to a row less what is subtracted from it fits into int32. If a tile is refused, the sums
/// are unspecified.
struct star_query {
  step steps[most_steps];
  std::uint32_t step_count;
  dimension dimensions[most_dimensions];
  std::uint32_t dimension_count;
  std::uint64_t rows;                    ///< of the fact table
  std::uint32_t first_tile, tile_count;  ///< the part of the fact table that scan() works on
  std::uint64_t* groups;                 ///< the sums, modulo 2^64
  std::uint32_t group_count;
  std::uint64_t* refused;  ///< for each step and status, how many tiles (or chunks) ended with it
};

/// The tiles of a fact table.
constexpr std::uint32_t tiles_of(std::uint64_t rows, std::uint32_t rows_per_tile = tile_rows) {
  return static_cast<std::uint32_t>((rows + rows_per_tile - 1) / rows_per_tile);
}

}  // namespace codag::query
