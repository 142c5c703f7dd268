// Launching a kernel functor on the host backend.
#pragma once

#include <cstddef>
#include <cstring>
#include <mutex>
#include <new>
#include <stdexcept>
#include <type_traits>

#include "codag/parallel_for.hpp"
#include "codag/simt/host/counts.hpp"
#include "codag/simt/host/launch_options.hpp"
#include "codag/simt/host/thread.hpp"

namespace codag::simt::host {

/// A block's shared memory. It is on the heap, so that AddressSanitizer guards its ends, and
/// poisoned, because a GPU leaves old bytes there.
template <class Kernel>
class shared_memory {
 public:
  explicit shared_memory(const launch_shape& shape)
      : size_(size_of(shape)), bytes_(::operator new(size_, std::align_val_t{alignment})) {
    std::memset(bytes_, 0xa5, size_);
  }
  ~shared_memory() { ::operator delete(bytes_, std::align_val_t{alignment}); }
  shared_memory(const shared_memory&) = delete;
  shared_memory& operator=(const shared_memory&) = delete;

  [[nodiscard]] const void* begin() const { return bytes_; }
  [[nodiscard]] std::size_t size() const { return size_; }

  /// What the kernel is given.
  [[nodiscard]] decltype(auto) argument() const {
    if constexpr (shared_by_launch<Kernel>) {
      return static_cast<std::byte*>(bytes_);
    } else {
      using storage = typename Kernel::shared_storage;
      static_assert(std::is_trivially_default_constructible_v<storage>,
                    "shared memory starts uninitialised: nothing runs a constructor");
      static_assert(alignof(storage) <= alignment);
      return *static_cast<storage*>(bytes_);
    }
  }

 private:
  static constexpr std::size_t alignment = shared_alignment;
  static std::size_t size_of(const launch_shape& shape) {
    if constexpr (shared_by_launch<Kernel>) {
      return shape.shared_bytes;
    } else {
      return sizeof(typename Kernel::shared_storage);
    }
  }

  std::size_t size_;
  void* bytes_;
};

/// One runner for all kernels: its stacks stay mapped as long as the thread lives.
inline block_runner& this_threads_runner() {
  thread_local block_runner runner;
  return runner;
}

/// Runs the kernel to its end and returns its counts, which no option changes. Throws misuse, or
/// std::invalid_argument for a launch that CUDA would refuse.
template <class Kernel>
counts launch(const Kernel& kernel, launch_shape shape, const launch_options& options = {}) {
  if (shape.threads == 0 || shape.threads % warp_size != 0 || shape.threads > Kernel::max_threads)
    throw std::invalid_argument(
        std::string("kernel ") + Kernel::name + ": a block of " + std::to_string(shape.threads) +
        " threads is not whole warps up to " + std::to_string(Kernel::max_threads));
  counts total;
  std::mutex total_mutex;
  race::detector& races = this_threads_runner().races();
  races.begin_launch(Kernel::name, &kernel, sizeof kernel);
  // The detector sees one host thread.
  const unsigned workers = race::watching ? 1 : options.workers;
  poll_watch grid(shape.blocks, workers == 0 ? core_count() : workers);
  parallel_for(shape.blocks, workers, [&](std::size_t b) {
    const auto block = static_cast<unsigned>(b);
    block_runner& runner = this_threads_runner();
    const shared_memory<Kernel> shared(shape);
    runner.races().begin_block(block, shape.threads, shared.begin(), shared.size());
    counts mine;
    const auto body = [&](unsigned index) {
      kernel(thread(runner, index, block, shape.blocks), shared.argument());
    };
    grid.while_running([&](poll_watch::block& in_grid) {
      runner.run(Kernel::name, block, shape.threads, options.order, body, mine, in_grid);
    });
    const std::lock_guard lock(total_mutex);
    total += mine;
  });
  races.end_launch();
  return total;
}

}  // namespace codag::simt::host
