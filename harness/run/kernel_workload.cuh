// The workload of one kernel on GPU 0. Include from .cu files only.
#pragma once

#include <memory>

#include "codag/schedule/launch_parameters.hpp"
#include "harness/kernels/cuda_kernels.cuh"
#include "harness/run/workload.hpp"

namespace codag::harness::cuda {

/// The kernel need not be registered: the tests give kernels that misbehave. It must outlive the
/// workload. Throws cannot_run if a block needs more shared memory than the GPU has, or the column
/// more memory.
std::unique_ptr<workload> make_kernel_workload(const workload_input& input, const kernel& kernel,
                                               const launch_parameters& parameters);

}  // namespace codag::harness::cuda
