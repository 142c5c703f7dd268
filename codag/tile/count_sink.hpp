// The sink that counts the values that meet a condition.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/element_types.hpp"

namespace codag {

/// Adds the number of values for which the predicate holds to `*count`, for tiles that are ok.
template <class Predicate>
struct count_sink {
  static constexpr const char* name = "count";
  using element_types = integers_as<std::uint32_t, std::uint64_t>;
  struct storage {};
  struct result {
    std::uint32_t of_thread = 0;
  };
  Predicate holds;
  std::uint64_t* count;

  template <class Thread, class Group, class Place, class Value, unsigned items>
  CODAG_DEVICE void take(const Thread& /*t*/, const Group& group, const Place& place,
                         const Value (&values)[items], storage& /*shared*/, result& so_far) const {
    CODAG_UNROLL
    for (unsigned i = 0; i < items; ++i)
      if (place.has(group.rank(), i) && holds(values[i])) ++so_far.of_thread;
  }
  template <class Thread, class Group>
  CODAG_DEVICE void finish(const Thread& t, const Group& group, const result& of_tiles) const {
    const std::uint32_t of_group = group.reduce(of_tiles.of_thread);
    if (group.rank() == 0) t.atomic_add(count, std::uint64_t{of_group});
  }
};

}  // namespace codag
