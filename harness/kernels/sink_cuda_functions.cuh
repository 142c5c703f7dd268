// The definition of sink_on_cuda(), which runs a codec's tile kernels with a sink on a GPU. Include
// from .cu files only.
#pragma once

#include "codag/simt/cuda/launch.cuh"
#include "harness/kernels/sink_kernels.hpp"

namespace codag::harness {

template <class Tiles, class Sink>
cuda_functions<device_column> sink_on_cuda() {
  return {
      .launch = [](const device_column& column, const launch_choice& choice, void* stream) -> int {
        cudaError_t result = cudaSuccess;
        each_sink_kernel<Tiles, Sink>(column, choice, [&](const auto& kernel) {
          if (result == cudaSuccess)
            result = simt::cuda::launch(kernel, kernel.shape(), static_cast<cudaStream_t>(stream));
        });
        return result;
      }};
}

}  // namespace codag::harness
