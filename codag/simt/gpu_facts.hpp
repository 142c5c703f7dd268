// What a launch has to know of the GPU that it chooses for.
#pragma once

#include <algorithm>

namespace codag::simt {

/// A GPU's facts. cuda/gpu_facts.cuh reads them, and host/gpu_facts.hpp has those of the host
/// backend.
struct gpu_facts {
  unsigned architecture;  ///< compute capability: 90 is 9.0
  unsigned multiprocessors;
  unsigned threads_per_multiprocessor;
  unsigned shared_bytes_per_multiprocessor;
  unsigned shared_bytes_per_block;    ///< the most that a launch may ask for
  unsigned reserved_bytes_per_block;  ///< of shared memory, which the system takes
};

/// The blocks that a multiprocessor holds, as far as its threads and its shared memory limit them;
/// 0 if a block needs more shared memory than it may have.
constexpr unsigned blocks_held(const gpu_facts& gpu, unsigned threads, unsigned shared_bytes) {
  if (shared_bytes > gpu.shared_bytes_per_block) return 0;
  const unsigned by_threads = gpu.threads_per_multiprocessor / threads;
  const unsigned taken = shared_bytes + gpu.reserved_bytes_per_block;
  return taken == 0 ? by_threads
                    : std::min(by_threads, gpu.shared_bytes_per_multiprocessor / taken);
}

}  // namespace codag::simt
