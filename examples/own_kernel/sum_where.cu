// The query of sum_where.hpp as a CUDA kernel: by the functor, and by a kernel that is plain CUDA
// but for the load.
#include <cuda_runtime.h>

#include "codag/simt/cuda/launch.cuh"
#include "sum_where.hpp"

/// The sum of a column of gpu_for, of one chunk. It has a thread block of 128 per tile of 512.
__global__ void sum_of_column(codag::device_column column, unsigned long long* sum) {
  using load = codag::gpu_for_load<unsigned, 4>;
  __shared__ load::storage shared;
  unsigned values[load::items], valid;
  const codag::simt::cuda::thread t;
  if (load::load(t, column, gridDim.x, blockIdx.x, values, valid, shared) != codag::status::ok)
    return;
  unsigned long long mine = 0;
  for (unsigned i = 0; i < load::items; ++i)
    if (i * load::threads + threadIdx.x < valid) mine += values[i];
  atomicAdd(sum, mine);
}

cudaError_t launch_queries(const shop::sum_where& query, unsigned long long* sum) {
  sum_of_column<<<query.tiles, codag::tile_threads>>>(query.price.compressed, sum);
  return codag::simt::cuda::launch(query, {query.tiles, query.max_threads});
}
