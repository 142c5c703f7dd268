// Running grids of blocks on the host backend. Nothing here but erased() is a template over the
// kernel, so that the interpreter is compiled once and not once per kernel.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <type_traits>
#include <vector>

#include "codag/simt/host/counts.hpp"
#include "codag/simt/host/launch_options.hpp"
#include "codag/simt/host/thread.hpp"

namespace codag::simt::host {

/// A kernel functor without its type.
struct erased_kernel {
  const char* name;
  unsigned max_threads;  ///< per block
  const void* functor;   ///< holds the kernel's arguments, which no kernel can write
  std::size_t functor_bytes;
  std::size_t shared_bytes;  ///< per block
  /// What a lane runs, with its block's shared memory.
  std::function<void(const thread&, void* shared)> lane;
};

/// `kernel` must outlive the result.
template <class Kernel>
erased_kernel erased(const Kernel& kernel, const launch_shape& shape) {
  erased_kernel result{.name = Kernel::name,
                       .max_threads = Kernel::max_threads,
                       .functor = &kernel,
                       .functor_bytes = sizeof kernel,
                       .shared_bytes = shape.shared_bytes,
                       .lane = {}};
  if constexpr (shared_by_launch<Kernel>) {
    result.lane = [&kernel](const thread& t, void* shared) {
      kernel(t, static_cast<std::byte*>(shared));
    };
  } else {
    using storage = typename Kernel::shared_storage;
    static_assert(std::is_trivially_default_constructible_v<storage>,
                  "shared memory starts uninitialised: nothing runs a constructor");
    static_assert(alignof(storage) <= shared_alignment);
    result.shared_bytes = sizeof(storage);
    result.lane = [&kernel](const thread& t, void* shared) {
      kernel(t, *static_cast<storage*>(shared));
    };
  }
  return result;
}

/// A kernel and its blocks.
struct grid {
  erased_kernel kernel;
  launch_shape shape;
  std::shared_ptr<const void> functor = nullptr;  ///< the kernel's, if the grid keeps it alive
};

/// Runs overlapping grids to their end, and returns the sum of their counts. Cores take all blocks
/// of a grid before any block of the next grid. Throws as launch() does.
counts run_grids(const std::vector<grid>& grids, const launch_options& options);

}  // namespace codag::simt::host
