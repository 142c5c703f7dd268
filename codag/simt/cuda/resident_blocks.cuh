// How many blocks of a kernel a GPU holds at once. Include from .cu files only.
#pragma once

#include <cuda_runtime.h>

#include "codag/simt/cuda/launch.cuh"

namespace codag::simt::cuda {

/// Sets `blocks` to the number of blocks of `shape.threads` threads that the current GPU holds at
/// once: the size of a persistent grid. `shape.blocks` is not read.
template <class Kernel>
cudaError_t resident_blocks(const launch_shape& shape, unsigned& blocks) {
  const auto* function = reinterpret_cast<const void*>(&entry<Kernel>);
  cudaError_t error = allow_shared_bytes(function, shape);
  int device = 0, multiprocessors = 0, per_multiprocessor = 0;
  if (error == cudaSuccess) error = cudaGetDevice(&device);
  if (error == cudaSuccess)
    error = cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
  if (error == cudaSuccess)
    error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        &per_multiprocessor, function, static_cast<int>(shape.threads), shape.shared_bytes);
  blocks = error == cudaSuccess ? static_cast<unsigned>(multiprocessors * per_multiprocessor) : 0;
  return error;
}

}  // namespace codag::simt::cuda
