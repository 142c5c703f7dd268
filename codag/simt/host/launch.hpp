// Launching a kernel functor on the host backend.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <stdexcept>
#include <type_traits>

#include "codag/parallel_for.hpp"
#include "codag/simt/host/counts.hpp"
#include "codag/simt/host/thread.hpp"

namespace codag::simt::host {

/// Runs the kernel to its end, blocks spread over `workers` cores (0: all), and returns its counts.
/// Throws misuse, or std::invalid_argument for a launch that CUDA would refuse.
template <class Kernel>
counts launch(const Kernel& kernel, launch_shape shape, unsigned workers = 0) {
  using storage = typename Kernel::shared_storage;
  static_assert(std::is_trivially_default_constructible_v<storage>,
                "shared memory starts uninitialised: nothing runs a constructor");
  if (shape.threads == 0 || shape.threads % warp_size != 0 || shape.threads > Kernel::max_threads)
    throw std::invalid_argument(
        std::string("kernel ") + Kernel::name + ": a block of " + std::to_string(shape.threads) +
        " threads is not whole warps up to " + std::to_string(Kernel::max_threads));
  counts total;
  std::mutex total_mutex;
  parallel_for(shape.blocks, workers, [&](std::size_t b) {
    const auto block = static_cast<unsigned>(b);
    thread_local block_runner runner;
    // On the heap, so that AddressSanitizer guards its ends; poisoned, as a GPU leaves old bytes
    // there.
    const auto shared = std::make_unique_for_overwrite<storage>();
    std::memset(static_cast<void*>(shared.get()), 0xa5, sizeof(storage));
    counts mine;
    runner.run(
        Kernel::name, block, shape.threads,
        [&](unsigned index) { kernel(thread(runner, index, block, shape.blocks), *shared); }, mine);
    const std::lock_guard lock(total_mutex);
    total += mine;
  });
  return total;
}

}  // namespace codag::simt::host
