// The sink that counts the values that meet a condition.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/tile/tile_decoder.hpp"

namespace codag {

/// Adds the number of values for which the predicate holds to `*count`, for tiles that are ok.
template <class Predicate>
struct count_sink {
  static constexpr const char* name = "count";
  struct storage {};
  Predicate holds;
  std::uint64_t* count;

  template <class Thread, class Group, class Value, unsigned items>
  CODAG_DEVICE void take(const Thread& t, const Group& group, std::uint64_t /*out_offset*/,
                         std::uint32_t /*begin*/, const Value (&values)[items], std::uint32_t valid,
                         storage& /*shared*/) const {
    std::uint32_t mine = 0;
    CODAG_UNROLL
    for (unsigned i = 0; i < items; ++i)
      if (i * tile_threads + group.rank() < valid && holds(values[i])) ++mine;
    const std::uint32_t of_tile = group.reduce(mine);
    if (group.rank() == 0) t.atomic_add(count, std::uint64_t{of_tile});
  }
};

}  // namespace codag
