// group_writer: a warp writes the output of groups of sequences, batch by batch.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/lz/output/output_ring.hpp"
#include "codag/lz/sequences/batch.hpp"
#include "codag/lz/sequences/batch_marker.hpp"
#include "codag/lz/sequences/batch_writer.hpp"
#include "codag/lz/sequences/sequence_group.hpp"
#include "codag/simt/warp_group.hpp"

namespace codag::lz {

/// What a group_writer has in shared memory, with a ring of `ring_bytes` bytes, in bytes from its
/// begin: a batch_memory, and the ring.
struct writer_memory {
  static constexpr std::uint32_t staged_at = batch_memory::staged_at;
  static constexpr std::uint32_t ring_at = batch_memory::bytes;
  static CODAG_HOST_DEVICE constexpr std::uint32_t bytes(std::uint32_t ring_bytes) {
    return ring_at + ring_memory_bytes(ring_bytes);
  }
};

/// Marks and writes one batch after the other.
template <class Thread>
class group_writer {
 public:
  /// The writer's memory is the block's from byte `at` on: writer_memory::bytes(ring_bytes) bytes,
  /// aligned to simt::shared_alignment. The ring's memory is the part of it that is for it.
  /// Collective.
  CODAG_DEVICE group_writer(const Thread& t, const simt::warp_group<Thread>& warp,
                            output_ring<Thread>& ring, std::byte* block, std::uint32_t at)
      : thread_(t),
        warp_(warp),
        at_(at),
        marker_(t, warp, ring, block, at + writer_memory::ring_at),
        writer_(t, warp, ring, block) {
    clear_marks(t, block + at);
    // The marks are 0 before a lane marks where its copies begin.
    warp.sync();
  }

  /// Whether this group, if it is the next one, is written at once.
  CODAG_DEVICE bool is_one_batch(const sequence_group& group) const {
    return marker_.is_one_batch(group);
  }

  /// Writes a group that the output has room for; none of its matches begins before the chunk.
  /// batch_marker says what `literals` are. Collective.
  template <class Literals>
  CODAG_DEVICE void write(const sequence_group& group, const Literals& literals) {
    unsigned rounds = 0;
    if (is_one_batch(group)) {
      rounds = write(marker_.mark(group, literals, at_));
    } else {
      CODAG_NO_UNROLL
      for (std::uint32_t left = group.bytes; left > 0;) {
        const batch next = marker_.mark_next(group, left, literals, at_);
        rounds += write(next);
        left -= next.end - next.begin;
      }
    }
    if (group.bytes > 0 && thread_.lane() == 0) thread_.count_rounds(rounds);
  }

 private:
  CODAG_DEVICE unsigned write(const batch& s) {
    // The copies are marked, and what they copy is there, before a lane looks for it.
    warp_.sync();
    return writer_.write(s, at_);
  }

  const Thread& thread_;
  const simt::warp_group<Thread>& warp_;
  std::uint32_t at_;
  batch_marker<Thread> marker_;
  batch_writer<Thread> writer_;
};

}  // namespace codag::lz
