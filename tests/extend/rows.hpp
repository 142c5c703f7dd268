// The rows that the extended program adds to the registries.
#pragma once

#include "harness/kernels/registry.hpp"

namespace codag::extend {

/// Whether a column's elements are bytes: all that "frame" knows.
inline bool is_byte(element_type type) {
  return type == element_type::uint8;
}

// Where a build has CUDA, cuda_rows.cu fills their functions for the GPU.
harness::cuda_functions<device_column> tiles_on_cuda();
harness::cuda_functions<device_encoding> encoder_on_cuda();
/// The kernel that only a GPU can run: it copies with cp.async.
harness::cuda_functions<device_column> async_tiles_on_cuda();

}  // namespace codag::extend
