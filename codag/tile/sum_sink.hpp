// The sink that adds values up, without writing them.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/tile/tile_decoder.hpp"

namespace codag {

/// Adds all values to `*sum`, modulo 2^64. Element, an integer, says how a value is extended. The
/// sum is that of the tiles that are ok.
template <class Element>
struct sum_sink {
  static constexpr const char* name = "sum";
  struct storage {};
  std::uint64_t* sum;

  template <class Thread, class Group, class Value, unsigned items>
  CODAG_DEVICE void take(const Thread& t, const Group& group, std::uint64_t /*out_offset*/,
                         std::uint32_t /*begin*/, const Value (&values)[items], std::uint32_t valid,
                         storage& /*shared*/) const {
    std::uint64_t mine = 0;
    CODAG_UNROLL
    for (unsigned i = 0; i < items; ++i)
      if (i * tile_threads + group.rank() < valid)
        mine += static_cast<std::uint64_t>(static_cast<Element>(values[i]));
    const std::uint64_t of_tile = group.reduce(mine);
    if (group.rank() == 0) t.atomic_add(sum, of_tile);
  }
};

}  // namespace codag
