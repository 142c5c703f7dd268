// Kernels written twice: by hand in CUDA C++, and as functors over codag/simt. seam_cost.py
// compares the machine code of by_hand_NAME with that of the functor NAME: the seam must cost
// nothing.
#include "codag/simt/block_group.hpp"
#include "codag/simt/cuda/launch.cuh"
#include "codag/simt/cuda/thread.cuh"
#include "codag/simt/group.hpp"
#include "codag/simt/warp_group.hpp"

namespace {

using namespace codag::simt;
static_assert(warp_like<warp_group<cuda::thread>> && group<block_group<cuda::thread>>);

struct threads {
  static constexpr unsigned max_threads = 256;
  static constexpr unsigned min_blocks = 1;
  struct shared_storage {
    unsigned sums[8];
  };
  const unsigned* in;
  unsigned* out;
  unsigned* total;

  template <class Thread>
  CODAG_DEVICE void operator()(const Thread& t, shared_storage& shared) const {
    const unsigned i = t.block() * t.block_threads() + t.thread_index();
    const unsigned v = t.load(in + i);
    const unsigned odd = t.ballot((v & 1) != 0);
    unsigned sum = v;
    for (unsigned step = 16; step > 0; step /= 2) sum += t.shuffle(sum, (t.lane() + step) % 32);
    if (t.lane() == 0) shared.sums[t.warp()] = sum + odd;
    t.sync_block();
    const unsigned first = shared.sums[0];
    t.sync_warp();
    t.store(out + i, v + first);
    if (t.thread_index() == 0) t.atomic_add(total, first + t.grid_blocks());
    t.sync_block_diverged();
  }
};

struct warp_sums {
  static constexpr unsigned max_threads = 256;
  static constexpr unsigned min_blocks = 1;
  struct shared_storage {};
  const unsigned* in;
  const unsigned long long* wide;
  unsigned* out;
  unsigned long long* wide_out;

  template <class Thread>
  CODAG_DEVICE void operator()(const Thread& t, shared_storage&) const {
    const warp_group<Thread> warp(t);
    const unsigned i = t.block() * t.block_threads() + t.thread_index();
    const unsigned v = t.load(in + i);
    unsigned total;
    const unsigned before = warp.exclusive_sum(v, total);
    const unsigned odd = warp.ballot((v & 1) != 0);
    t.store(out + i, before + total + warp.reduce(v, maximum{}) + warp.rank_among(odd));
    t.store(wide_out + i, warp.inclusive_sum(t.load(wide + i)));
  }
};

struct block_sums {
  static constexpr unsigned max_threads = 256;
  static constexpr unsigned min_blocks = 1;
  struct shared_storage {
    block_group_storage<max_threads> sums;
  };
  const unsigned* in;
  unsigned* out;
  unsigned* turn;

  template <class Thread>
  CODAG_DEVICE void operator()(const Thread& t, shared_storage& shared) const {
    const block_group<Thread, max_threads> block(t, shared.sums);
    const unsigned i = t.block() * t.block_threads() + t.thread_index();
    unsigned total;
    const unsigned before = block.exclusive_sum(t.load(in + i), total);
    t.store(out + i, before);
    if (t.thread_index() == 0) {
      t.poll(turn, [](unsigned v) { return v != 0; });
      t.store_release(turn, total);
      t.atomic_or(turn + 1, total);
    }
  }
};

struct handover {
  static constexpr unsigned max_threads = 64;
  static constexpr unsigned min_blocks = 1;
  struct shared_storage {
    unsigned full, word;
  };
  const unsigned* in;
  unsigned* out;

  template <class Thread>
  CODAG_DEVICE void operator()(const Thread& t, shared_storage& shared) const {
    if (t.thread_index() == 0) shared.full = 0;
    t.sync_block();
    if (t.thread_index() == 0) {
      shared.word = t.load(in);
      t.store_release_in_block(&shared.full, 1u);
    } else if (t.thread_index() == 32) {
      t.poll_in_block(&shared.full, [](unsigned v) { return v != 0; });
      t.store(out, shared.word);
    }
  }
};

}  // namespace

/// A shuffle says in a predicate whether there is such a lane (PTX ISA, "shfl.sync").
__device__ unsigned add_from_below(unsigned v, unsigned distance) {
  asm volatile(
      "{ .reg .b32 below; .reg .pred exists;\n"
      "  shfl.sync.up.b32 below|exists, %0, %1, 0, 0xffffffff;\n"
      "  @exists add.u32 %0, %0, below; }"
      : "+r"(v)
      : "r"(distance));
  return v;
}

extern "C" __global__ void __launch_bounds__(256, 1) by_hand_threads(const threads kernel) {
  __shared__ unsigned sums[8];
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned v = kernel.in[i];
  const unsigned odd = __ballot_sync(0xffffffffu, (v & 1) != 0);
  unsigned sum = v;
  for (unsigned step = 16; step > 0; step /= 2)
    sum += __shfl_sync(0xffffffffu, sum, static_cast<int>((threadIdx.x % 32 + step) % 32));
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = sum + odd;
  __syncthreads();
  const unsigned first = sums[0];
  __syncwarp(0xffffffffu);
  kernel.out[i] = v + first;
  if (threadIdx.x == 0) atomicAdd(kernel.total, first + gridDim.x);
  asm volatile("barrier.cta.sync 0;" ::: "memory");
}

extern "C" __global__ void __launch_bounds__(256, 1) by_hand_warp_sums(const warp_sums kernel) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned v = kernel.in[i];
  unsigned sum = v;
  for (unsigned step = 1; step < 32; step *= 2) sum = add_from_below(sum, step);
  const unsigned total = __shfl_sync(0xffffffffu, sum, 31);
  const unsigned before = sum - v;
  const unsigned odd = __ballot_sync(0xffffffffu, (v & 1) != 0);
  kernel.out[i] = before + total + __reduce_max_sync(0xffffffffu, v) +
                  __popc(odd & ((1u << threadIdx.x % 32) - 1));
  unsigned long long wide = kernel.wide[i];
  for (unsigned step = 1; step < 32; step *= 2) {
    const unsigned long long below = __shfl_up_sync(0xffffffffu, wide, step);
    if (threadIdx.x % 32 >= step) wide += below;
  }
  kernel.wide_out[i] = wide;
}

extern "C" __global__ void __launch_bounds__(256, 1) by_hand_block_sums(const block_sums kernel) {
  __shared__ block_group_storage<256> storage;
  unsigned* const sums = cuda::in_register(&storage)->of_4_bytes;
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned v = kernel.in[i];
  unsigned sum = v;
  for (unsigned step = 1; step < 32; step *= 2) sum = add_from_below(sum, step);
  const unsigned of_warp = __shfl_sync(0xffffffffu, sum, 31);
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = of_warp;
  __syncthreads();
  const unsigned value = threadIdx.x % 32 < blockDim.x / 32 ? sums[threadIdx.x % 32] : 0;
  __syncthreads();
  const unsigned total = __reduce_add_sync(0xffffffffu, value);
  const unsigned lower =
      __reduce_add_sync(0xffffffffu, threadIdx.x % 32 < threadIdx.x / 32 ? value : 0);
  kernel.out[i] = lower + (sum - v);
  if (threadIdx.x == 0) {
    unsigned turn;
    asm volatile("ld.acquire.gpu.b32 %0, [%1];" : "=r"(turn) : "l"(kernel.turn) : "memory");
    for (unsigned nanoseconds = 32; turn == 0;) {
      __nanosleep(nanoseconds);
      if (nanoseconds < 512) nanoseconds *= 2;
      asm volatile("ld.acquire.gpu.b32 %0, [%1];" : "=r"(turn) : "l"(kernel.turn) : "memory");
    }
    asm volatile("st.release.gpu.b32 [%0], %1;" ::"l"(kernel.turn), "r"(total) : "memory");
    atomicOr(kernel.turn + 1, total);
  }
}

extern "C" __global__ void __launch_bounds__(64, 1) by_hand_handover(const handover kernel) {
  __shared__ handover::shared_storage storage;
  auto& shared = *cuda::in_register(&storage);
  const auto full = static_cast<unsigned>(__cvta_generic_to_shared(&shared.full));
  if (threadIdx.x == 0) shared.full = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    shared.word = *kernel.in;
    asm volatile("st.release.cta.shared.b32 [%0], %1;" ::"r"(full), "r"(1) : "memory");
  } else if (threadIdx.x == 32) {
    unsigned now;
    asm volatile("ld.acquire.cta.shared.b32 %0, [%1];" : "=r"(now) : "r"(full) : "memory");
    for (unsigned nanoseconds = 32; now == 0;) {
      __nanosleep(nanoseconds);
      if (nanoseconds < 512) nanoseconds *= 2;
      asm volatile("ld.acquire.cta.shared.b32 %0, [%1];" : "=r"(now) : "r"(full) : "memory");
    }
    *kernel.out = shared.word;
  }
}

template __global__ void codag::simt::cuda::entry<threads>(const threads);
template __global__ void codag::simt::cuda::entry<warp_sums>(const warp_sums);
template __global__ void codag::simt::cuda::entry<block_sums>(const block_sums);
template __global__ void codag::simt::cuda::entry<handover>(const handover);
