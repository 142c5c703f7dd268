// Asking the GPU for its facts. Include from .cu files only.
#pragma once

#include <cuda_runtime.h>

#include "codag/simt/gpu_facts.hpp"

namespace codag::simt::cuda {

/// Reads the facts of the current GPU. They do not change, and reading them may take longer than a
/// launch: keep them.
inline cudaError_t read_gpu_facts(gpu_facts& facts) {
  int device = 0;
  cudaError_t error = cudaGetDevice(&device);
  const auto read = [&](cudaDeviceAttr attribute) {
    int value = 0;
    if (error == cudaSuccess) error = cudaDeviceGetAttribute(&value, attribute, device);
    return static_cast<unsigned>(value);
  };
  facts.architecture =
      10 * read(cudaDevAttrComputeCapabilityMajor) + read(cudaDevAttrComputeCapabilityMinor);
  facts.multiprocessors = read(cudaDevAttrMultiProcessorCount);
  facts.threads_per_multiprocessor = read(cudaDevAttrMaxThreadsPerMultiProcessor);
  facts.shared_bytes_per_multiprocessor = read(cudaDevAttrMaxSharedMemoryPerMultiprocessor);
  facts.shared_bytes_per_block = read(cudaDevAttrMaxSharedMemoryPerBlockOptin);
  facts.reserved_bytes_per_block = read(cudaDevAttrReservedSharedMemoryPerBlock);
  return error;
}

}  // namespace codag::simt::cuda
