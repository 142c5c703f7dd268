// The memory between two kernels: the first one finds tokens, and the second one writes their
// output.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/simt/simt.hpp"

namespace codag {

/// What the first kernel records about a chunk.
struct parsed_chunk {
  std::uint64_t begin;    ///< of its lists, in bytes
  std::uint32_t windows;  ///< in its lists: a window_count
  bool left;              ///< by write and write_by_block, to a queue or to `rest`
  bool by_block = false;  ///< whether a block writes it, and not a warp
  bool repeats = false;   ///< whether its matches seem to repeat values
};

/// The chunks that a later kernel than the usual ones takes.
enum class chunk_queue : std::uint32_t { parse_again, write_again, write_stored, copy_stored };
inline constexpr std::uint32_t chunk_queues = 4;

/// The memory between the kernels: how much of the lists is taken, how many chunks are in each
/// queue, a record per chunk, the queues, the lists.
struct token_workspace {
  static constexpr std::uint64_t alignment = 64;
  static_assert(sizeof(std::uint64_t) + chunk_queues * sizeof(std::uint32_t) <= alignment);

  std::byte* memory;
  std::uint32_t chunk_count;
  std::uint64_t list_bytes;

  [[nodiscard]] CODAG_DEVICE std::uint64_t* taken() const {
    return reinterpret_cast<std::uint64_t*>(memory);
  }
  /// Takes memory of the lists for the warp's chunk. Returns where it begins; it may end after
  /// list_bytes.
  template <class Thread>
  [[nodiscard]] CODAG_DEVICE std::uint64_t take(const Thread& t, std::uint64_t bytes) const {
    std::uint64_t begin = 0;
    if (t.lane() == 0) begin = t.atomic_add(taken(), bytes);
    return t.shuffle(begin, 0);
  }
  /// How many chunks are in the queue.
  [[nodiscard]] CODAG_DEVICE std::uint32_t* queued(chunk_queue which) const {
    return reinterpret_cast<std::uint32_t*>(memory + sizeof(std::uint64_t)) +
           static_cast<std::uint32_t>(which);
  }
  /// The chunks in the queue, in any order. It has room for all.
  [[nodiscard]] CODAG_DEVICE std::uint32_t* queue(chunk_queue which) const {
    return reinterpret_cast<std::uint32_t*>(records() + chunk_count) +
           static_cast<std::uint32_t>(which) * std::uint64_t{chunk_count};
  }
  /// By one thread. The next kernel sees it.
  template <class Thread>
  CODAG_DEVICE void enqueue(const Thread& t, chunk_queue which, std::uint32_t chunk) const {
    t.store(queue(which) + t.atomic_add(queued(which), 1u), chunk);
  }
  [[nodiscard]] CODAG_HOST_DEVICE parsed_chunk* records() const {
    return reinterpret_cast<parsed_chunk*>(memory + alignment);
  }
  [[nodiscard]] CODAG_DEVICE std::byte* lists() const { return memory + lists_begin(chunk_count); }
  static CODAG_HOST_DEVICE constexpr std::uint64_t lists_begin(std::uint64_t chunk_count) {
    return aligned(alignment +
                   chunk_count * (sizeof(parsed_chunk) + chunk_queues * sizeof(std::uint32_t)));
  }
  static CODAG_HOST_DEVICE constexpr std::uint64_t aligned(std::uint64_t bytes) {
    return (bytes + alignment - 1) / alignment * alignment;
  }
};

/// The kernel that sets up the workspace: nothing of the lists is taken, the queues are empty, and
/// no chunk has a window.
struct reset_workspace {
  static constexpr const char* name = "reset";
  static constexpr unsigned max_threads = 256, min_blocks = 1;
  token_workspace workspace;

  [[nodiscard]] constexpr simt::launch_shape shape() const {
    return {(workspace.chunk_count + max_threads - 1) / max_threads, max_threads};
  }
  template <class Thread>
  CODAG_DEVICE void operator()(const Thread& t, std::byte* /*shared*/) const {
    const std::uint32_t index = t.block() * max_threads + t.thread_index();
    if (index == 0) {
      t.store(workspace.taken(), std::uint64_t{0});
      for (std::uint32_t q = 0; q < chunk_queues; ++q)
        t.store(workspace.queued(static_cast<chunk_queue>(q)), std::uint32_t{0});
    }
    if (index < workspace.chunk_count)
      t.store(&workspace.records()[index].windows, std::uint32_t{0});
  }
};

}  // namespace codag
