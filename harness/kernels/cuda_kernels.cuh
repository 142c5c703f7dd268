// Every variant's kernels on the GPU. Include from .cu files only.
#pragma once

#include <cuda_runtime.h>

#include <span>

#include "codag/element_type.hpp"
#include "codag/schedule/device_column.hpp"
#include "codag/schedule/launch_parameters.hpp"
#include "codag/simt/simt.hpp"
#include "harness/kernels/variant_facts.hpp"

namespace codag::harness::cuda {

/// One variant's kernel for an element type, ready to be launched on a column.
struct kernel_entry {
  const void* function;      ///< for the CUDA runtime's queries
  simt::launch_shape shape;  ///< of the column's launch
};

/// One variant.
struct kernel {
  variant_facts facts;

  /// Launches asynchronously on the default stream; returns the launch's error.
  cudaError_t (*launch)(element_type type, const device_column& column,
                        const launch_parameters& parameters);
  kernel_entry (*entry)(element_type type, const device_column& column,
                        const launch_parameters& parameters);
};

/// Codec by codec, in the order that variants are listed.
std::span<const kernel> kernels();

/// Those of one codec; each is compiled in a file of its own.
template <class Codec>
std::span<const kernel> kernels_of();

}  // namespace codag::harness::cuda
