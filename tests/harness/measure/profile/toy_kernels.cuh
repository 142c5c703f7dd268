// Three kernels whose warps wait for one known thing each.
#pragma once

namespace codag::harness::toy {

/// One thread of each block of 1024 works and the others wait at the barrier. Each step needs the
/// one before; the shift keeps the compiler from folding them into one multiply-add.
extern "C" __global__ void leader_and_barrier(unsigned* out, unsigned rounds) {
  unsigned x = blockIdx.x;
  for (unsigned round = 0; round < rounds; ++round) {
    if (threadIdx.x == 0)
      for (unsigned i = 0; i < 512; ++i) x = (x ^ (x >> 15)) * 1664525u + 1013904223u;
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}

/// Every thread has integer work for two pipes in independent chains, and no memory to wait for:
/// warps wait for a pipe, or are ready while another is selected.
extern "C" __global__ void arithmetic(unsigned* out, unsigned rounds) {
  const unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned a = id, b = id + 1, c = id + 2, d = id + 3;
  for (unsigned round = 0; round < rounds; ++round) {
#pragma unroll
    for (unsigned i = 0; i < 16; ++i) {
      a = a * 1664525u + 1013904223u;
      b = b * 22695477u + a;
      c = (c ^ d) | 0x9e3779b9u;
      d = (d ^ round) & (c | i);
    }
  }
  out[id] = a ^ b ^ c ^ d;
}

/// A grid-stride copy: warps wait for DRAM.
extern "C" __global__ void copy(const uint4* from, uint4* to, unsigned long long words) {
  for (unsigned long long i = blockIdx.x * 1ull * blockDim.x + threadIdx.x; i < words;
       i += gridDim.x * 1ull * blockDim.x)
    to[i] = from[i];
}

}  // namespace codag::harness::toy
