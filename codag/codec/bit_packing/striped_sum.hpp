// striped_sum: the prefix sum of a tile's values, in the order in which a group of 128 threads
// holds them.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/warp_group.hpp"

namespace codag::bit_packing {

/// Shared memory with which a group of 128 threads adds up `items` values per thread, modulo 2^32
/// or 2^64. Item i of thread r is value i * 128 + r. Each warp adds up its part of every row of 128
/// values, so one barrier is enough, and no value changes its thread.
template <class T, unsigned items>
class striped_sum {
 public:
  /// Replaces each value by the sum of `before` and of all values up to it. Returns, to all
  /// threads, that of the last one. The memory is not used for anything else from before the call
  /// until the next barrier after it. Collective.
  template <class Thread, class Group>
  CODAG_DEVICE T inclusive(const Thread& t, const Group& group, T before, T (&values)[items]) {
    const simt::warp_group<Thread> warp(t);
    CODAG_UNROLL
    for (unsigned i = 0; i < items; ++i) values[i] = warp.inclusive_sum(values[i]);
    if (t.lane() == simt::warp_size - 1) {
      CODAG_UNROLL
      for (unsigned i = 0; i < items; ++i) rows_[i].of_warp[t.warp()] = values[i];
    }
    // The sums of all warps are in place before any thread takes them.
    group.sync();
    CODAG_UNROLL
    for (unsigned i = 0; i < items; ++i) {
      const row sums = rows_[i];
      values[i] += before;
      CODAG_UNROLL
      for (unsigned w = 0; w < warps; ++w) {
        if (w < t.warp()) values[i] += sums.of_warp[w];
        before += sums.of_warp[w];
      }
    }
    return before;
  }

  /// The same with the sum of those before each value.
  template <class Thread, class Group>
  CODAG_DEVICE T exclusive(const Thread& t, const Group& group, T (&values)[items]) {
    T up_to[items];
    CODAG_UNROLL
    for (unsigned i = 0; i < items; ++i) up_to[i] = values[i];
    const T total = inclusive(t, group, T{0}, up_to);
    CODAG_UNROLL
    for (unsigned i = 0; i < items; ++i) values[i] = up_to[i] - values[i];
    return total;
  }

 private:
  static constexpr unsigned warps = 128 / simt::warp_size;
  struct alignas(16) row {
    T of_warp[warps];
  };
  row rows_[items];
};

}  // namespace codag::bit_packing
