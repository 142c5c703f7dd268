// The sink that adds values up, without writing them.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/element_types.hpp"

namespace codag {

/// Adds all values to `*sum`, modulo 2^64. Element, an integer, says how a value is extended. The
/// sum is that of the tiles that are ok.
template <class Element>
struct sum_sink {
  static constexpr const char* name = "sum";
  using element_types = integers_as<std::int32_t, std::uint32_t, std::uint64_t>;
  struct storage {};
  struct result {
    std::uint64_t of_thread = 0;
  };
  std::uint64_t* sum;

  template <class Thread, class Group, class Place, class Value, unsigned items>
  CODAG_DEVICE void take(const Thread& /*t*/, const Group& group, const Place& place,
                         const Value (&values)[items], storage& /*shared*/, result& so_far) const {
    CODAG_UNROLL
    for (unsigned i = 0; i < items; ++i)
      if (place.has(group.rank(), i))
        so_far.of_thread += static_cast<std::uint64_t>(static_cast<Element>(values[i]));
  }
  template <class Thread, class Group>
  CODAG_DEVICE void finish(const Thread& t, const Group& group, const result& of_tiles) const {
    const std::uint64_t of_group = group.reduce(of_tiles.of_thread);
    if (group.rank() == 0) t.atomic_add(sum, of_group);
  }
};

}  // namespace codag
