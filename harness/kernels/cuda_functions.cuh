// The definition of cuda_functions_of(), which runs a codec's kernel with a schedule on a GPU.
// Include from .cu files only.
#pragma once

#include "codag/simt/cuda/launch.cuh"
#include "harness/kernels/decode_kernels.hpp"
#include "harness/kernels/this_gpu.cuh"

namespace codag::harness {

template <class Codec, class Schedule>
cuda_functions<device_column> cuda_functions_of() {
  return {
      .launch = [](const device_column& column, const launch_choice& choice, void* stream) -> int {
        if (choice.phase != phase::timed) return cudaSuccess;
        return on_this_gpu([&](const simt::gpu_facts& gpu) {
          return with_element(
              typename Codec::element_types{}, choice.type, [&]<class T>() -> cudaError_t {
                cudaError_t result = cudaSuccess;
                each_kernel<kernel_of<Codec, Schedule, T>>(
                    gpu, column, choice, [&](const auto& kernel) {
                      if (result == cudaSuccess)
                        result = simt::cuda::launch(kernel, kernel.shape(),
                                                    static_cast<cudaStream_t>(stream));
                    });
                return result;
              });
        });
      }};
}

}  // namespace codag::harness
