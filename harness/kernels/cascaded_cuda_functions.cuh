// The definition of cascade_on_cuda(), which runs a cascade on a GPU. Include from .cu files only.
#pragma once

#include "codag/simt/cuda/launch.cuh"
#include "harness/kernels/cascaded_kernels.hpp"

namespace codag::harness {

template <class Cascade>
cuda_functions<device_column> cascade_on_cuda() {
  return {
      .launch = [](const device_column& column, const launch_choice& choice, void* stream) -> int {
        cudaError_t result = cudaSuccess;
        each_cascaded_kernel<Cascade>(column, choice, [&](const auto& kernel) {
          if (result == cudaSuccess)
            result = simt::cuda::launch(kernel, kernel.shape(), static_cast<cudaStream_t>(stream));
        });
        return result;
      }};
}

}  // namespace codag::harness
