// The sink that keeps the values that meet a condition: a selection, as in Crystal (Shanbhag,
// Madden and Yu, "A Study of the Fundamental Performance Characteristics of GPUs and CPUs for
// Database Analytics", SIGMOD 2020).
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/element_types.hpp"

namespace codag {

/// Writes the values for which the predicate holds, one tile's after another's, to `out`, which has
/// room for `room` of them, and adds their number to `*count`. Values of a tile that do not fit are
/// counted, not written. A tile's values are in thread order; the order of tiles is not defined.
template <class Element, class Predicate>
struct select_sink {
  static constexpr const char* name = "select";
  using element_types = integers_as<std::uint32_t, std::uint64_t>;
  struct storage {
    std::uint64_t begin;  ///< where the tile's values go
  };
  struct result {};
  Predicate holds;
  Element* out;
  std::uint64_t room;
  std::uint64_t* count;

  template <class Thread, class Group, class Place, class Value, unsigned items>
  CODAG_DEVICE void take(const Thread& t, const Group& group, const Place& place,
                         const Value (&values)[items], storage& shared, result&) const {
    bool selected[items];
    std::uint32_t mine = 0;
    CODAG_UNROLL
    for (unsigned i = 0; i < items; ++i) {
      selected[i] = place.has(group.rank(), i) && holds(values[i]);
      if (selected[i]) ++mine;
    }
    std::uint32_t of_tile;
    const std::uint32_t before = group.exclusive_sum(mine, of_tile);
    if (group.rank() == 0) shared.begin = t.atomic_add(count, std::uint64_t{of_tile});
    // The tile's place is known before any thread writes there.
    group.sync();
    std::uint64_t at = shared.begin + before;
    CODAG_UNROLL
    for (unsigned i = 0; i < items; ++i)
      if (selected[i]) {
        if (at < room) t.store(out + at, static_cast<Element>(values[i]));
        ++at;
      }
  }
  template <class Thread, class Group>
  CODAG_DEVICE void finish(const Thread&, const Group&, const result&) const {}
};

}  // namespace codag
