// The two orders in which a group of 128 threads holds a tile's values.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/bit_packing/frame_format.hpp"
#include "codag/codec/bit_packing/tile_threads.hpp"

namespace codag::bit_packing {

/// Shared memory through which a group of 128 threads reorders `items` values per thread. Striped:
/// item i of thread r is value i * 128 + r, as values are unpacked and stored. Blocked: it is value
/// r * items + i, as they are summed.
template <class T, unsigned items>
class striped_exchange {
 public:
  /// From striped to blocked. Nothing else uses the memory from before the call until the next
  /// barrier.
  template <class Group>
  CODAG_DEVICE void to_blocked(const Group& group, T (&values)[items]) {
    if constexpr (items > 1) {
      CODAG_UNROLL
      for (unsigned i = 0; i < items; ++i)
        values_[slot(i * tile_threads + group.rank())] = values[i];
      // All values are in place before any thread takes those of others.
      group.sync();
      CODAG_UNROLL
      for (unsigned i = 0; i < items; ++i) values[i] = values_[slot(group.rank() * items + i)];
    }
  }

  /// Puts item i of this thread at place(i), from any order. Nothing else uses the memory from
  /// before the call until take_striped(), which follows after a barrier.
  template <class Place>
  CODAG_DEVICE void put(const Place& place, const T (&values)[items]) {
    CODAG_UNROLL
    for (unsigned i = 0; i < items; ++i) values_[slot(place(i))] = values[i];
  }
  /// Takes the values in the striped order.
  CODAG_DEVICE void take_striped(unsigned rank, T (&values)[items]) const {
    CODAG_UNROLL
    for (unsigned i = 0; i < items; ++i) values[i] = values_[slot(i * tile_threads + rank)];
  }

  /// From blocked to striped. Nothing else uses the memory from before the call; after
  /// to_blocked(), no barrier is needed, because a thread writes only where it alone has read
  /// since.
  template <class Group>
  CODAG_DEVICE void to_striped(const Group& group, T (&values)[items]) {
    if constexpr (items > 1) {
      CODAG_UNROLL
      for (unsigned i = 0; i < items; ++i) values_[slot(group.rank() * items + i)] = values[i];
      // All values are in place before any thread takes those of others.
      group.sync();
      take_striped(group.rank(), values);
    }
  }

 private:
  /// One word in 33 is left out, so that threads at a distance of `items` use different banks.
  static CODAG_DEVICE constexpr unsigned slot(unsigned i) { return i + i / 32; }

  T values_[items * tile_threads + items * tile_threads / 32];
};

}  // namespace codag::bit_packing
