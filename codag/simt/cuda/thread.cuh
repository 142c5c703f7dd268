// simt::cuda::thread: a thin inline cover of the intrinsics. Include from .cu files only.
#pragma once

#include "codag/annotate.hpp"
#include "codag/simt/simt.hpp"

namespace codag::simt::cuda {

class thread {
 public:
  CODAG_DEVICE unsigned lane() const { return threadIdx.x % warp_size; }
  CODAG_DEVICE unsigned warp() const { return threadIdx.x / warp_size; }
  CODAG_DEVICE unsigned thread_index() const { return threadIdx.x; }
  CODAG_DEVICE unsigned block() const { return blockIdx.x; }
  CODAG_DEVICE unsigned block_threads() const { return blockDim.x; }
  CODAG_DEVICE unsigned grid_blocks() const { return gridDim.x; }

  CODAG_DEVICE void sync_warp() const { __syncwarp(full_mask); }
  template <class T>
  CODAG_DEVICE T shuffle(T v, unsigned source_lane) const {
    return __shfl_sync(full_mask, v, static_cast<int>(source_lane));
  }
  CODAG_DEVICE unsigned ballot(bool p) const { return __ballot_sync(full_mask, p); }

  CODAG_DEVICE void sync_block() const { __syncthreads(); }
  // Not __syncthreads: that is barrier.cta.sync.aligned, undefined when the lanes of a warp are at
  // different places. The memory clobber keeps the compiler from moving accesses over the barrier.
  CODAG_DEVICE void sync_block_diverged() const {
    asm volatile("barrier.cta.sync 0;" ::: "memory");
  }

  template <class T>
  CODAG_DEVICE T load(const T* p) const {
    return *p;
  }
  template <class T>
  CODAG_DEVICE void store(T* p, T v) const {
    *p = v;
  }
  template <class T>
  CODAG_DEVICE T atomic_add(T* p, T v) const {
    return atomicAdd(p, v);
  }
};

}  // namespace codag::simt::cuda
