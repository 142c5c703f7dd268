// Running a grid of blocks on the host backend. Nothing here is a template over the kernel, so that
// the interpreter is compiled once and not once per kernel.
#pragma once

#include <cstddef>
#include <functional>

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

/// Runs the kernel to its end and returns its counts. Throws as launch() does.
counts run_grid(const erased_kernel& kernel, const launch_shape& shape,
                const launch_options& options);

}  // namespace codag::simt::host
