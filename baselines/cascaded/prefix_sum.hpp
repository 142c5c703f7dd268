// The prefix sum of a tile's values, as the passes of cascades use it.
#pragma once

#include "codag/annotate.hpp"
#include "codag/codec/bit_packing/striped_exchange.hpp"

namespace codag::baselines::cascaded {

/// Shared memory for a group of 128 threads with `items` values each.
template <class T, unsigned items>
class prefix_sum {
 public:
  /// Replaces each value by the sum of those before it, modulo 2^32 or 2^64, and returns the sum of
  /// all. Item i of thread r is value i * 128 + r. Nothing else uses the memory from before the
  /// call until the next barrier.
  template <class Group>
  CODAG_DEVICE T exclusive(const Group& group, T (&values)[items]) {
    exchange_.to_blocked(group, values);
    T of_thread = 0;
    CODAG_UNROLL
    for (unsigned i = 0; i < items; ++i) of_thread += values[i];
    T total;
    T sum = group.exclusive_sum(of_thread, total);
    CODAG_UNROLL
    for (unsigned i = 0; i < items; ++i) {
      const T value = values[i];
      values[i] = sum;
      sum += value;
    }
    exchange_.to_striped(group, values);
    return total;
  }

 private:
  bit_packing::striped_exchange<T, items> exchange_;
};

}  // namespace codag::baselines::cascaded
