// simt::cuda::thread: a thin inline layer over the intrinsics. Include from .cu files only.
#pragma once

#include <concepts>
#include <type_traits>

#include "codag/annotate.hpp"
#include "codag/simt/cuda/ordered_access.cuh"
#include "codag/simt/operators.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/thread.hpp"

namespace codag::simt::cuda {

/// Whether one instruction reduces integers of 4 bytes over a warp, and one copies to shared memory
/// without a register: from Ampere (sm_80) on. The host pass never uses the value.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
inline constexpr bool since_ampere = false;
#else
inline constexpr bool since_ampere = true;
#endif

class thread {
 public:
  /// The host backend reports the place of a misuse. A GPU has no use for it.
  struct place {
    static CODAG_HOST_DEVICE constexpr place current() { return {}; }
  };

  CODAG_DEVICE unsigned lane() const { return threadIdx.x % warp_size; }
  CODAG_DEVICE unsigned warp() const { return threadIdx.x / warp_size; }
  CODAG_DEVICE unsigned thread_index() const { return threadIdx.x; }
  CODAG_DEVICE unsigned block() const { return blockIdx.x; }
  CODAG_DEVICE unsigned block_threads() const { return blockDim.x; }
  CODAG_DEVICE unsigned grid_blocks() const { return gridDim.x; }

  CODAG_DEVICE void sync_warp(place = {}) const { __syncwarp(full_mask); }
  CODAG_DEVICE void sync_lanes(unsigned n, place = {}) const {
    __syncwarp(full_mask >> (warp_size - n) << lane() / n * n);
  }
  template <class T>
  CODAG_DEVICE T shuffle(T v, unsigned source_lane, place = {}) const {
    return __shfl_sync(full_mask, v, static_cast<int>(source_lane));
  }
  template <class T>
  CODAG_DEVICE T shuffle_up(T v, unsigned distance, place = {}) const {
    return __shfl_up_sync(full_mask, v, distance);
  }
  template <class T>
  CODAG_DEVICE T shuffle_down(T v, unsigned distance, place = {}) const {
    return __shfl_down_sync(full_mask, v, distance);
  }
  template <class T>
  CODAG_DEVICE T shuffle_xor(T v, unsigned bits, place = {}) const {
    return __shfl_xor_sync(full_mask, v, static_cast<int>(bits));
  }
  // The shuffle itself says whether there is such a lane, which no intrinsic passes on: with
  // __shfl_up_sync, the addition would take a comparison.
  template <word T>
  CODAG_DEVICE T add_from_below(T v, unsigned distance, place = {}) const {
    if constexpr (sizeof(T) == 4) {
      asm volatile(
          "{ .reg .b32 below; .reg .pred exists;\n"
          "  shfl.sync.up.b32 below|exists, %0, %1, 0, 0xffffffff;\n"
          "  @exists add.u32 %0, %0, below; }"
          : "+r"(v)
          : "r"(distance));
      return v;
    } else {
      const T below = shuffle_up(v, distance);
      return lane() >= distance ? plus{}(v, below) : v;
    }
  }
  CODAG_DEVICE unsigned ballot(bool p, place = {}) const { return __ballot_sync(full_mask, p); }
  CODAG_DEVICE bool any(bool p, place = {}) const { return __any_sync(full_mask, p) != 0; }
  CODAG_DEVICE bool all(bool p, place = {}) const { return __all_sync(full_mask, p) != 0; }
  template <word T>
  CODAG_DEVICE unsigned match_any(T v, place = {}) const {
    return __match_any_sync(full_mask, v);
  }
  template <word T, reduction Op>
  CODAG_DEVICE T reduce(T v, Op op, place = {}) const {
    if constexpr (sizeof(T) == 4 && since_ampere) {
      if constexpr (std::same_as<Op, plus>)
        return __reduce_add_sync(full_mask, v);
      else if constexpr (std::same_as<Op, minimum>)
        return __reduce_min_sync(full_mask, v);
      else
        return __reduce_max_sync(full_mask, v);
    } else {
      for (unsigned step = warp_size / 2; step > 0; step /= 2) v = op(v, shuffle_xor(v, step));
      return v;
    }
  }

  CODAG_DEVICE void sync_block(place = {}) const { __syncthreads(); }
  CODAG_DEVICE bool sync_block_or(bool p, place = {}) const { return __syncthreads_or(p) != 0; }
  // Not __syncthreads: that is barrier.cta.sync.aligned, undefined when the lanes of a warp are at
  // different places. The memory clobber keeps the compiler from moving accesses over the barrier.
  CODAG_DEVICE void sync_block_diverged(place = {}) const {
    asm volatile("barrier.cta.sync 0;" ::: "memory");
  }

  template <class T>
  CODAG_DEVICE T load(const T* p, place = {}) const {
    return *p;
  }
  template <class T>
  CODAG_DEVICE void store(T* p, T v, place = {}) const {
    *p = v;
  }

  // ptxas computes the address of shared memory anew wherever it is used, which takes several
  // instructions. It does not do that with a shuffle's result, even if each lane shuffles with
  // itself.
  template <class T>
  CODAG_DEVICE T* keep_shared(T* shared, place = {}) const {
    const auto at = static_cast<unsigned>(__cvta_generic_to_shared(shared));
    return static_cast<T*>(__cvta_shared_to_generic(__shfl_xor_sync(full_mask, at, 0)));
  }
  // .cg: L1 has no use for what goes to shared memory. Before sm_80, a thread copies by itself.
  template <class T>
  CODAG_DEVICE void copy_async(T* shared, const T* global, place = {}) const {
    static_assert(sizeof(T) == 16 && alignof(T) == 16);
    if constexpr (since_ampere) {
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(
                       static_cast<unsigned>(__cvta_generic_to_shared(shared))),
                   "l"(global)
                   : "memory");
    } else {
      *shared = *global;
    }
  }
  CODAG_DEVICE void wait_for_copies(place = {}) const {
    if constexpr (since_ampere) asm volatile("cp.async.wait_all;" ::: "memory");
  }
  CODAG_DEVICE void prefetch(const void* p, place = {}) const {
    asm volatile("prefetch.global.L1 [%0];" ::"l"(p));
  }

  template <word T>
  CODAG_DEVICE T atomic_add(T* p, T v, place = {}) const {
    return static_cast<T>(atomicAdd(as_cuda(p), static_cast<cuda_word<T>>(v)));
  }
  template <word T>
  CODAG_DEVICE T atomic_or(T* p, T v, place = {}) const {
    return static_cast<T>(atomicOr(as_cuda(p), static_cast<cuda_word<T>>(v)));
  }
  template <atomic_word T>
  CODAG_DEVICE T load_acquire(const T* p, place = {}) const {
    return cuda::load_acquire(p);
  }
  template <atomic_word T>
  CODAG_DEVICE void store_release(T* p, T v, place = {}) const {
    cuda::store_release(p, v);
  }
  // __nanosleep leaves the issue slots and L2 to the block that is waited for. It needs sm_70, the
  // oldest architecture that codag builds for.
  template <atomic_word T, class Predicate>
  CODAG_DEVICE T poll(const T* p, const Predicate& holds, place = {}) const {
    return with_pauses<512>(holds, [=] { return cuda::load_acquire(p); });
  }
  template <atomic_word T>
  CODAG_DEVICE void store_release_in_block(T* p, T v, place = {}) const {
    cuda::store_release_in_block(p, v);
  }
  template <atomic_word T, class Predicate>
  CODAG_DEVICE T poll_in_block(const T* p, const Predicate& holds, place = {}) const {
    return with_pauses<512>(holds, [=] { return cuda::load_acquire_in_block(p); });
  }

  template <atomic_word T>
  CODAG_DEVICE void store_relaxed(T* p, T v, place = {}) const {
    cuda::store_relaxed(p, v);
  }
  template <atomic_word T, class Predicate>
  CODAG_DEVICE T poll_relaxed(const T* p, const Predicate& holds, place = {}) const {
    T v = cuda::load_relaxed(p);
    while (!holds(v)) v = cuda::load_relaxed(p);
    return v;
  }
  template <atomic_word T, class Predicate>
  CODAG_DEVICE T wait_relaxed(const T* p, const Predicate& holds, place = {}) const {
    return with_pauses<2048>(holds, [=] { return cuda::load_relaxed(p); });
  }

  CODAG_DEVICE void require(bool, const char*, place = {}) const {}
  CODAG_DEVICE void count_rounds(unsigned) const {}

 private:
  // Loads until holds(value).
  template <unsigned longest_nanoseconds, class Predicate, class Load>
  static CODAG_DEVICE auto with_pauses(const Predicate& holds, const Load& load) {
    auto v = load();
    for (unsigned nanoseconds = 32; !holds(v); v = load()) {
      __nanosleep(nanoseconds);
      if (nanoseconds < longest_nanoseconds) nanoseconds *= 2;
    }
    return v;
  }
  // CUDA's atomics take these types alone, and addition and or are the same for signed values.
  template <word T>
  using cuda_word = std::conditional_t<sizeof(T) == 4, unsigned, unsigned long long>;
  template <word T>
  static CODAG_DEVICE cuda_word<T>* as_cuda(T* p) {
    return reinterpret_cast<cuda_word<T>*>(p);
  }
};

static_assert(device_thread<thread>);

}  // namespace codag::simt::cuda
