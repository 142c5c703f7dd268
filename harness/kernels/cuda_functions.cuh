// The definition of cuda_functions_of(), which runs a codec's kernel with a schedule on a GPU.
// Include from .cu files only.
#pragma once

#include "codag/simt/cuda/launch.cuh"
#include "harness/kernels/decode_kernels.hpp"

namespace codag::harness {

template <class Codec, class Schedule>
cuda_functions<device_column> cuda_functions_of() {
  return {
      .launch = [](const device_column& column, const launch_choice& choice, void* stream) -> int {
        if (choice.phase != phase::timed) return cudaSuccess;
        return with_element(typename Codec::element_types{}, choice.type, [&]<class T>() -> int {
          cudaError_t result = cudaSuccess;
          each_kernel<kernel_of<Codec, Schedule, T>>(column, choice, [&](const auto& kernel) {
            if (result == cudaSuccess)
              result =
                  simt::cuda::launch(kernel, kernel.shape(), static_cast<cudaStream_t>(stream));
          });
          return result;
        });
      },
      .entry =
          [](const device_column& column, const launch_choice& choice) {
            return with_element(typename Codec::element_types{}, choice.type, [&]<class T>() {
              return with_main_kernel<kernel_of<Codec, Schedule, T>>(
                  column, choice, [](const auto& kernel) {
                    return kernel_entry{
                        reinterpret_cast<const void*>(
                            &simt::cuda::entry<std::remove_cvref_t<decltype(kernel)>>),
                        kernel.shape()};
                  });
            });
          }};
}

}  // namespace codag::harness
