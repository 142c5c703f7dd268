// The definition of tiles_on_cuda(), which runs a codec's tile kernels on a GPU. Include from .cu
// files only.
#pragma once

#include "codag/simt/cuda/launch.cuh"
#include "harness/kernels/tile_kernels.hpp"

namespace codag::harness {

template <class Tiles>
cuda_functions<device_column> tiles_on_cuda() {
  return {
      .launch = [](const device_column& column, const launch_choice& choice, void* stream) -> int {
        cudaError_t result = cudaSuccess;
        each_tile_kernel<Tiles>(column, choice, [&](const auto& kernel) {
          result = simt::cuda::launch(kernel, kernel.shape(), static_cast<cudaStream_t>(stream));
        });
        return result;
      }};
}

}  // namespace codag::harness
