// Adapts any kernel functor to the registry's interface for the GPU. Include from .cu files only.
#pragma once

#include "codag/simt/cuda/launch.cuh"
#include "harness/kernels/row.hpp"

namespace codag::harness {

/// The functions of a kernel with one element type.
template <class Kernel, class Argument>
  requires declared_kernel<Kernel, Argument>
cuda_functions<Argument> cuda_functions_for() {
  return {.launch = [](const Argument& argument, const launch_choice& choice, void* stream) -> int {
    if (choice.phase != phase::timed) return cudaSuccess;
    const Kernel kernel = Kernel::with(argument, choice.values);
    return simt::cuda::launch(kernel, kernel.shape(), static_cast<cudaStream_t>(stream));
  }};
}

}  // namespace codag::harness
