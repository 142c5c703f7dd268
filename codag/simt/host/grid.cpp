// Runs the blocks of grids on all cores, each with shared memory of its own.
#include "codag/simt/host/grid.hpp"

#include <cstdint>
#include <cstring>
#include <limits>
#include <mutex>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "codag/parallel_for.hpp"
#include "codag/simt/host/launched_kernel.hpp"

namespace codag::simt::host {

namespace {

/// A block's shared memory. It is on the heap, so that AddressSanitizer guards its ends, and
/// poisoned, because a GPU leaves old bytes there.
class shared_memory {
 public:
  explicit shared_memory(std::size_t size)
      : size_(size), bytes_(::operator new(size, std::align_val_t{shared_alignment})) {
    std::memset(bytes_, 0xa5, size_);
  }
  ~shared_memory() { ::operator delete(bytes_, std::align_val_t{shared_alignment}); }
  shared_memory(const shared_memory&) = delete;
  shared_memory& operator=(const shared_memory&) = delete;

  [[nodiscard]] void* begin() const { return bytes_; }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  std::size_t size_;
  void* bytes_;
};

/// A thread's runner, for all kernels, as long as the thread lives. Its stacks stay mapped for the
/// next launch, which has the same threads.
block_runner& this_threads_runner() {
  thread_local block_runner mine;
  return mine;
}

void check_shape(const grid& g) {
  const unsigned threads = g.shape.threads;
  if (threads == 0 || threads % warp_size != 0 || threads > g.kernel.max_threads)
    throw std::invalid_argument(std::string("kernel ") + g.kernel.name + ": a block of " +
                                std::to_string(threads) + " threads is not whole warps up to " +
                                std::to_string(g.kernel.max_threads));
}

}  // namespace

counts run_grids(const std::vector<grid>& grids, const launch_options& options) {
  std::uint64_t blocks = 0;
  std::vector<launched_kernel> launched;
  for (const grid& g : grids) {
    check_shape(g);
    blocks += g.shape.blocks;
    launched.push_back({g.kernel.name, g.shape.blocks, g.kernel.functor, g.kernel.functor_bytes});
  }
  if (blocks > std::numeric_limits<unsigned>::max())
    throw std::invalid_argument("the kernels of a launch have too many blocks to count");
  counts total;
  std::mutex total_mutex;
  race::detector& races = this_threads_runner().races();
  races.begin_launch(launched);
  // The detector sees one host thread.
  const unsigned workers = race::watching ? 1 : options.workers;
  poll_watch watch(static_cast<unsigned>(blocks), workers == 0 ? core_count() : workers);
  // In this order, a block that waits for one of an earlier grid waits for one that runs.
  parallel_for(blocks, workers, [&](std::size_t number) {
    const auto [kernel_number, block] = find_block(launched, number);
    const erased_kernel& kernel = grids[kernel_number].kernel;
    const launch_shape& shape = grids[kernel_number].shape;
    block_runner& runner = this_threads_runner();
    const shared_memory shared(kernel.shared_bytes);
    runner.races().begin_block(static_cast<unsigned>(number), shape.threads, shared.begin(),
                               shared.size());
    counts mine;
    const auto body = [&](unsigned index) {
      kernel.lane(thread(runner, index, block, shape.blocks), shared.begin());
    };
    watch.while_running([&](poll_watch::block& in_grid) {
      runner.run(kernel.name, block, shape.threads, options.order, body, mine, in_grid);
    });
    const std::lock_guard lock(total_mutex);
    total += mine;
  });
  races.end_launch();
  return total;
}

}  // namespace codag::simt::host
