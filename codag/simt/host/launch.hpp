// Launching a kernel functor on the host backend.
#pragma once

#include "codag/simt/host/grid.hpp"

namespace codag::simt::host {

/// Runs the kernel to its end and returns its counts, which no option changes. Throws misuse, or
/// std::invalid_argument for a launch that CUDA would refuse.
template <class Kernel>
counts launch(const Kernel& kernel, launch_shape shape, const launch_options& options = {}) {
  return run_grids({{erased(kernel, shape), shape}}, options);
}

}  // namespace codag::simt::host
