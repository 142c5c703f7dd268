// The check that a launch's shared memory fits the GPU. Include from .cu files only.
#pragma once

#include <string>

#include "harness/measure/gpu/attribute.cuh"
#include "harness/measure/gpu/kernel_times.cuh"

namespace codag::harness::cuda {

/// Throws cannot_run if a block of a kernel that launch() launches needs more shared memory than
/// GPU 0 allows per block. Launches nothing.
template <class Launch>
void check_shared_bytes(const Launch& launch) {
  const auto most = static_cast<unsigned>(attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin));
  for (const simt::cuda::kernel_launch& kernel : kernels_of(launch))
    if (kernel.shape.shared_bytes > most)
      throw cannot_run("a block of " + std::string(kernel.name) + " needs " +
                       std::to_string(kernel.shape.shared_bytes) +
                       " bytes of shared memory and this GPU has " + std::to_string(most) +
                       "; choose smaller launch parameters");
}

}  // namespace codag::harness::cuda
