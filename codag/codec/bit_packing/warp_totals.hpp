// Sums over a block of threads, with one barrier, which may be there for another reason.
#pragma once

#include "codag/annotate.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/warp_group.hpp"

namespace codag::bit_packing {

/// The sums of a block's warps, in shared memory. Each thread puts its value, then the block meets
/// at a barrier, and then each thread has the sum of all values before its own. Nothing else uses
/// the memory from before put() until all threads are done.
template <class T, unsigned threads>
class warp_totals {
 public:
  /// The sum of the values of the lower lanes. All threads call it alike.
  template <class Thread>
  CODAG_DEVICE T put(const Thread& t, T value) {
    T of_warp;
    const T before = simt::warp_group<Thread>(t).exclusive_sum(value, of_warp);
    if (t.lane() == 0) of_warp_[t.warp()] = of_warp;
    return before;
  }

  /// After the barrier: the sum of the values of the lower warps, and of all warps.
  CODAG_DEVICE T before(unsigned warp, T& total) const {
    T sum = 0;
    total = 0;
    CODAG_UNROLL
    for (unsigned w = 0; w < warps; ++w) {
      if (w == warp) sum = total;
      total += of_warp_[w];
    }
    return sum;
  }

 private:
  static constexpr unsigned warps = threads / simt::warp_size;
  alignas(16) T of_warp_[warps];
};

}  // namespace codag::bit_packing
