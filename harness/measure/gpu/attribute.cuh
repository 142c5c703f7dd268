// The numeric attributes of GPU 0. Include from .cu files only.
#pragma once

#include <cuda_runtime.h>

#include "harness/measure/gpu/cuda_memory.cuh"

namespace codag::harness::cuda {

/// A numeric attribute of GPU 0.
inline int attribute(cudaDeviceAttr which) {
  int value = 0;
  check_cuda(cudaDeviceGetAttribute(&value, which, 0), "cudaDeviceGetAttribute");
  return value;
}

}  // namespace codag::harness::cuda
