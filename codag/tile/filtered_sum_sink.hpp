// The sink that adds up the values of some rows, and so needs only the tiles that have them:
// section 8's random access ("Tile-based Lightweight Integer Compression in GPU", SIGMOD 2022).
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/element_types.hpp"
#include "codag/tile/row_filter.hpp"

namespace codag {

/// Adds the values of the rows that `rows` keeps to `*sum`, modulo 2^64. Element, an integer, says
/// how a value is extended. A tile without such a row is neither decoded nor checked; of the
/// others, the sum is that of the tiles that are ok. It is a filtering_sink.
template <class Element>
struct filtered_sum_sink {
  static constexpr const char* name = "filtered_sum";
  using element_types = integers_as<std::int32_t, std::uint32_t, std::uint64_t>;
  struct storage {};
  struct result {
    std::uint64_t of_thread = 0;
    std::uint32_t kept = 0;  ///< bit i: the thread's item i of the tile
  };
  row_filter rows;
  std::uint64_t* sum;

  /// The number, in the column, of a chunk's first row.
  static CODAG_DEVICE std::uint64_t first_row(std::uint64_t out_offset) {
    return out_offset / sizeof(Element);
  }

  /// Reads which of the thread's `items` values of a tile are kept, for the take() that follows.
  template <unsigned items, class Thread, class Group, class Place>
  CODAG_DEVICE void look(const Thread& t, const Group& group, const Place& place,
                         result& so_far) const {
    static_assert(items <= 32 && items % Place::consecutive == 0);
    const std::uint64_t first = first_row(place.out_offset) + place.begin;
    std::uint32_t kept = 0;
    const auto look_at = [&](unsigned i) {
      const std::uint32_t index = Place::index(group.rank(), i);
      if (index >= place.valid) return;
      const std::uint32_t left = place.valid - index;
      kept |= rows.template kept<Place::consecutive>(
                  t, first + index, left < Place::consecutive ? left : Place::consecutive)
              << i;
    };
    if constexpr (Place::consecutive == 1) {
      CODAG_UNROLL
      for (unsigned i = 0; i < items; ++i) look_at(i);
    } else {
      // One after the other: a lane that holds a tile of gpu_rfor has few registers left.
      CODAG_NO_UNROLL
      for (unsigned i = 0; i < items; i += Place::consecutive) look_at(i);
    }
    so_far.kept = kept;
  }

  template <class Thread, class Group, class Place, class Value, unsigned items>
  CODAG_DEVICE void take(const Thread& /*t*/, const Group& /*group*/, const Place& /*place*/,
                         const Value (&values)[items], storage& /*shared*/, result& so_far) const {
    CODAG_UNROLL
    for (unsigned i = 0; i < items; ++i)
      if ((so_far.kept >> i & 1) != 0)
        so_far.of_thread += static_cast<std::uint64_t>(static_cast<Element>(values[i]));
  }
  template <class Thread, class Group>
  CODAG_DEVICE void finish(const Thread& t, const Group& group, const result& of_tiles) const {
    const std::uint64_t of_group = group.reduce(of_tiles.of_thread);
    if (group.rank() == 0 && of_group != 0) t.atomic_add(sum, of_group);
  }
};

}  // namespace codag
