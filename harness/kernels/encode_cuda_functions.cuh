// The definition of encoder_on_cuda(), which runs an encoder's kernels on a GPU. Include from .cu
// files only.
#pragma once

#include "codag/simt/cuda/launch.cuh"
#include "codag/simt/cuda/resident_blocks.cuh"
#include "harness/kernels/encode_kernels.hpp"

namespace codag::harness {

/// The blocks of a persistent grid; 1 if the GPU refuses the launch, which then says why. The
/// answer for the last shape is kept: the question takes longer than a launch, between timed
/// kernels.
struct resident_grid {
  template <class Kernel>
  unsigned operator()(const Kernel& kernel) const {
    static simt::launch_shape asked{};
    static unsigned blocks = 0;
    const simt::launch_shape shape = kernel.shape();
    if (blocks == 0 || asked.threads != shape.threads || asked.shared_bytes != shape.shared_bytes) {
      asked = shape;
      if (simt::cuda::resident_blocks<Kernel>(shape, blocks) != cudaSuccess || blocks == 0) {
        cudaGetLastError();  // the launch will return it again
        return 1;
      }
    }
    return blocks;
  }
};

template <encode_sequence Encoder>
cuda_functions<device_encoding> encoder_on_cuda() {
  return {.launch = [](const device_encoding& job, const launch_choice& choice,
                       void* stream) -> int {
    cudaError_t result = cudaSuccess;
    Encoder::with(job, choice.values, choice.workspace)
        .each_kernel(choice.phase, resident_grid{}, [&](const auto& kernel) {
          if (result == cudaSuccess)
            result = simt::cuda::launch(kernel, kernel.shape(), static_cast<cudaStream_t>(stream));
        });
    return result;
  }};
}

}  // namespace codag::harness
