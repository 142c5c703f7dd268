// One kernel written twice: by hand in CUDA C++, and as a functor over codag/simt. seam_cost.py
// compares their machine code: the seam must cost nothing.
#include "codag/simt/cuda/launch.cuh"
#include "codag/simt/cuda/thread.cuh"

namespace {

struct functor {
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

}  // namespace

extern "C" __global__ void __launch_bounds__(256, 1) by_hand(const functor kernel) {
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

template __global__ void codag::simt::cuda::entry<functor>(const functor);
