// Launching a kernel functor on the host backend.
#pragma once

#include <cstddef>
#include <type_traits>

#include "codag/simt/host/grid.hpp"

namespace codag::simt::host {

/// Runs the kernel to its end and returns its counts, which no option changes. Throws misuse, or
/// std::invalid_argument for a launch that CUDA would refuse.
template <class Kernel>
counts launch(const Kernel& kernel, launch_shape shape, const launch_options& options = {}) {
  erased_kernel erased{.name = Kernel::name,
                       .max_threads = Kernel::max_threads,
                       .functor = &kernel,
                       .functor_bytes = sizeof kernel,
                       .shared_bytes = shape.shared_bytes,
                       .lane = {}};
  if constexpr (shared_by_launch<Kernel>) {
    erased.lane = [&kernel](const thread& t, void* shared) {
      kernel(t, static_cast<std::byte*>(shared));
    };
  } else {
    using storage = typename Kernel::shared_storage;
    static_assert(std::is_trivially_default_constructible_v<storage>,
                  "shared memory starts uninitialised: nothing runs a constructor");
    static_assert(alignof(storage) <= shared_alignment);
    erased.shared_bytes = sizeof(storage);
    erased.lane = [&kernel](const thread& t, void* shared) {
      kernel(t, *static_cast<storage*>(shared));
    };
  }
  return run_grid(erased, shape, options);
}

}  // namespace codag::simt::host
