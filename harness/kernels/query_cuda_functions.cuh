// The definition of scan_on_cuda(), which runs a query's kernels on a GPU. Include from .cu files
// only.
#pragma once

#include "codag/simt/cuda/launch.cuh"
#include "harness/kernels/query_kernels.hpp"

namespace codag::harness {

template <class Scan>
cuda_functions<query_argument> scan_on_cuda() {
  return {.launch = [](const query_argument& argument, const launch_choice& choice,
                       void* stream) -> int {
    int result = cudaSuccess;
    each_query_kernel<Scan>(
        argument, choice,
        [&](const auto& kernel) {
          if (result == cudaSuccess)
            result = simt::cuda::launch(kernel, kernel.shape(), static_cast<cudaStream_t>(stream));
        },
        [&](const column_kernel& row, const device_column& column, const launch_choice& its) {
          if (result == cudaSuccess) result = row.cuda.launch(column, its, stream);
        });
    return result;
  }};
}

}  // namespace codag::harness
