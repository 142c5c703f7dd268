// The GPU that launches choose for. Include from .cu files only.
#pragma once

#include "codag/simt/cuda/gpu_facts.cuh"

namespace codag::harness {

/// Calls launch(gpu) with the facts of the process' GPU. Returns the CUDA error of the first
/// reading, which is kept, or what launch(gpu) returns.
template <class Launch>
cudaError_t on_this_gpu(const Launch& launch) {
  struct reading {
    simt::gpu_facts gpu{};
    cudaError_t error = simt::cuda::read_gpu_facts(gpu);
  };
  static const reading first;
  return first.error == cudaSuccess ? launch(first.gpu) : first.error;
}

}  // namespace codag::harness
