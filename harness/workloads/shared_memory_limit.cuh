// The check that a launch's shared memory fits the GPU. Include from .cu files only.
#pragma once

#include <string>

#include "harness/measure/gpu/gpu_workload.cuh"

namespace codag::harness::cuda {

/// Throws cannot_run if a block needs more shared memory than GPU 0 allows per block.
inline void check_shared_bytes(const simt::launch_shape& shape) {
  const int most = attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
  if (shape.shared_bytes > static_cast<unsigned>(most))
    throw cannot_run("a block needs " + std::to_string(shape.shared_bytes) +
                     " bytes of shared memory and this GPU has " + std::to_string(most) +
                     "; choose smaller launch parameters");
}

}  // namespace codag::harness::cuda
