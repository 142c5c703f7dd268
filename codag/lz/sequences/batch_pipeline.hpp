// batch_pipeline: one warp of a block marks the batches of a chunk, and another one writes them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/lz/output/output_ring.hpp"
#include "codag/lz/sequences/batch.hpp"
#include "codag/lz/sequences/batch_writer.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/warp_group.hpp"

namespace codag::lz {

/// How one warp hands a batch to the other: what is not in its batch_memory.
struct alignas(simt::shared_alignment) handed_batch {
  enum class kind : std::uint32_t {
    batch,      ///< more of the group follows
    group_end,  ///< a group's last batch
    nothing     ///< the last one has been handed over
  };
  std::uint32_t begin, end, waiting;
  kind what;
  /// The matches of the lanes, one each. They are set only if one of them waits.
  token matches[simt::warp_size];
  std::uint32_t match_at[simt::warp_size];
};

/// The shared memory of both warps, in bytes from its begin: two batches, so that one is marked
/// while the other is written, and the ring.
struct pipeline_memory {
  static constexpr std::uint32_t handed_at = batch_memory::bytes;
  static constexpr std::uint32_t slot_bytes = handed_at + sizeof(handed_batch);
  /// Up to ten bytes before a match's source are read and not used. Before the ring's first byte,
  /// they are not the other warp's.
  static constexpr std::uint32_t ring_at = 2 * slot_bytes + vector_bytes;
  static CODAG_HOST_DEVICE constexpr std::uint32_t slot_at(unsigned turn) {
    return turn % 2 * slot_bytes;
  }
  static CODAG_HOST_DEVICE constexpr std::uint32_t bytes(std::uint32_t ring_bytes) {
    return ring_at + ring_memory_bytes(ring_bytes);
  }
};

/// The least size of the ring. A match's source that has left it is loaded from memory while the
/// batch before the match's is still being written: the words that hold the source end before that
/// batch.
inline constexpr std::uint32_t least_pipeline_ring_bytes = 4096;
static_assert(least_pipeline_ring_bytes - vector_bytes >=
              2 * batch_bytes + longest_copy + sizeof(std::uint32_t) + vector_bytes);

/// What the marking warp does: it marks batches until there are none. feed.mark(at, s) marks the
/// next one, `s`, in the batch_memory at `at`, and says what it is. The pipeline's memory is the
/// block's from byte `at` on. Collective over the warp.
template <class Thread, class Feed>
CODAG_DEVICE void mark_batches(const Thread& t, Feed& feed, std::byte* block, std::uint32_t at) {
  handed_batch::kind what;
  unsigned turn = 0;
  CODAG_NO_UNROLL
  do {
    const std::uint32_t slot = at + pipeline_memory::slot_at(turn++);
    batch s{};
    what = feed.mark(slot, s);
    auto& handed = *reinterpret_cast<handed_batch*>(block + slot + pipeline_memory::handed_at);
    if (t.lane() == 0) {
      handed.begin = s.begin;
      handed.end = s.end;
      handed.waiting = s.waiting;
      handed.what = what;
    }
    if (s.waiting != 0) {
      handed.matches[t.lane()] = s.match;
      handed.match_at[t.lane()] = s.match_at;
    }
    // The batch is marked before the other warp writes it, and that warp has left the slot that is
    // the next one. The warps arrive from different places in the code.
    t.sync_block_diverged();
  } while (what != handed_batch::kind::nothing);
}

/// What the writing warp does. Collective over the warp.
template <class Thread>
CODAG_DEVICE void write_batches(const Thread& t, const simt::warp_group<Thread>& warp,
                                output_ring<Thread>& ring, std::byte* block, std::uint32_t at) {
  batch_writer<Thread> writer(t, warp, ring, block);
  unsigned rounds = 0;
  CODAG_NO_UNROLL
  for (unsigned turn = 0;; ++turn) {
    // See mark_batches().
    t.sync_block_diverged();
    const std::uint32_t slot = at + pipeline_memory::slot_at(turn);
    const auto& handed =
        *reinterpret_cast<const handed_batch*>(block + slot + pipeline_memory::handed_at);
    if (handed.what == handed_batch::kind::nothing) break;
    batch s{handed.begin, handed.end, handed.waiting, 0, 0};
    if (s.waiting != 0) {
      s.match = handed.matches[t.lane()];
      s.match_at = handed.match_at[t.lane()];
    }
    rounds += writer.write(s, slot);
    if (handed.what == handed_batch::kind::group_end) {
      if (t.lane() == 0) t.count_rounds(rounds);
      rounds = 0;
    }
  }
  ring.finish();
}

}  // namespace codag::lz
