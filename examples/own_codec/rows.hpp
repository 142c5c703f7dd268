// The rows that the extended program adds to the registries.
#pragma once

#include "harness/kernels/registry.hpp"

namespace codag::extend {

/// Whether the elements are bytes, the only type that "frame" supports.
inline bool is_byte(element_type type) {
  return type == element_type::uint8;
}

// In a build with CUDA, cuda_rows.cu sets their functions for the GPU.
harness::cuda_functions<device_column> tiles_on_cuda();
harness::cuda_functions<device_encoding> encoder_on_cuda();
/// The kernel that only a GPU can run, because it is written in plain CUDA.
harness::cuda_functions<device_column> async_tiles_on_cuda();

}  // namespace codag::extend
