// The stage `histogram`: how often each symbol occurs.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/bits.hpp"
#include "codag/encode/device_encoding.hpp"
#include "codag/encode/vle/input_words.hpp"
#include "codag/encode/vle/workspace.hpp"
#include "codag/simt/simt.hpp"

namespace codag::vle {

/// Sets the counts to 0.
struct reset_counts_kernel {
  static constexpr const char* name = "vle_reset_counts";
  static constexpr unsigned max_threads = symbols, min_blocks = 1;
  struct shared_storage {};
  workspace work;

  [[nodiscard]] static constexpr simt::launch_shape shape() { return {1, max_threads}; }
  template <class Thread>
  CODAG_DEVICE void operator()(const Thread& t, shared_storage& /*shared*/) const {
    t.store(&work.code()->counts[t.thread_index()], 0u);
  }
};

/// A persistent grid. Each warp counts in its own table in shared memory; at the end the block adds
/// its warps' tables to the one in global memory.
struct histogram_kernel {
  static constexpr const char* name = "vle_histogram";
  static constexpr unsigned max_threads = 256, min_blocks = 4;
  static constexpr unsigned warps = max_threads / simt::warp_size;
  static_assert(max_threads == symbols, "in the end, each thread adds the counts of a symbol");
  struct shared_storage {
    std::uint32_t counts[warps][symbols];
  };
  device_encoding job;
  workspace work;
  unsigned blocks = 1;

  [[nodiscard]] constexpr simt::launch_shape shape() const { return {blocks, max_threads}; }

  template <class Thread>
  CODAG_DEVICE void operator()(const Thread& t, shared_storage& shared) const {
    for (unsigned warp = 0; warp < warps; ++warp) shared.counts[warp][t.thread_index()] = 0;
    t.sync_block();  // every count is 0 before any lane counts
    std::uint32_t* const counts = shared.counts[t.warp()];
    const std::uint64_t step = std::uint64_t{t.grid_blocks()} * max_threads * quad_bytes;
    std::uint64_t at = (std::uint64_t{t.block()} * max_threads + t.thread_index()) * quad_bytes;
    for (; at + quad_bytes <= job.value_bytes; at += step)
      for (const std::uint32_t word : load_quad(t, job, at).words) {
        t.atomic_add(counts + byte_of<0>(word), 1u);
        t.atomic_add(counts + byte_of<1>(word), 1u);
        t.atomic_add(counts + byte_of<2>(word), 1u);
        t.atomic_add(counts + byte_of<3>(word), 1u);
      }
    // Fewer bytes than a quad are left for one thread.
    for (; at < job.value_bytes; ++at)
      t.atomic_add(counts + static_cast<std::uint32_t>(t.load(job.values + at)), 1u);
    t.sync_block();  // all lanes have counted before the tables are added
    std::uint32_t sum = 0;
    for (unsigned warp = 0; warp < warps; ++warp) sum += shared.counts[warp][t.thread_index()];
    if (sum > 0) t.atomic_add(&work.code()->counts[t.thread_index()], sum);
  }
};

}  // namespace codag::vle
