// batch_feed: the batches of a chunk's groups, for the warp that marks them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/gompresso/staged_literals.hpp"
#include "codag/codec/gompresso_byte/group_reader.hpp"
#include "codag/lz/output/output_ring.hpp"
#include "codag/lz/sequences/batch.hpp"
#include "codag/lz/sequences/batch_marker.hpp"
#include "codag/lz/sequences/batch_pipeline.hpp"
#include "codag/lz/sequences/sequence_group.hpp"
#include "codag/simt/warp_group.hpp"
#include "codag/status.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag::gompresso_byte {

/// What lz::mark_batches asks for batches.
template <class Thread>
class batch_feed {
 public:
  /// The chunk has its header. `output` says where the batches are going to be. Collective.
  CODAG_DEVICE batch_feed(const Thread& t, const simt::warp_group<Thread>& warp,
                          const compressed_words& words, std::uint32_t in_bytes,
                          lz::output_ring<Thread>& output, std::uint32_t out_bytes,
                          std::byte* block, std::uint32_t at)
      : output_(output),
        reader_(t, warp, words, in_bytes, output, out_bytes),
        literals_(t, words, block, 0),
        marker_(t, warp, output, block, at + lz::pipeline_memory::ring_at) {
    literals_.ask(reader_.look_ahead());
  }

  /// Marks the next batch, if there is one, in the batch_memory at `at`. Collective.
  CODAG_DEVICE lz::handed_batch::kind mark(std::uint32_t at, lz::batch& next) {
    literals_.put_at(at + lz::batch_memory::staged_at);
    CODAG_NO_UNROLL
    while (left_ == 0) {
      if (!reader_.read(group_)) return lz::handed_batch::kind::nothing;
      left_ = group_.bytes;
      whole_ = marker_.is_one_batch(group_);
      if (whole_) literals_.stage(group_.first_literal, group_.all_literals);
      // The next group is being loaded while this one is marked and written.
      literals_.ask(reader_.look_ahead());
    }
    next = whole_ ? marker_.mark(group_, literals_, at)
                  : marker_.mark_next(group_, left_, literals_, at);
    const std::uint32_t bytes = next.end - next.begin;
    output_.advance(bytes);
    left_ -= bytes;
    return left_ == 0 ? lz::handed_batch::kind::group_end : lz::handed_batch::kind::batch;
  }

  /// Once there are no more batches: the chunk's status.
  CODAG_DEVICE status result() const { return reader_.result(); }

 private:
  lz::output_ring<Thread>& output_;
  group_reader<Thread> reader_;
  gompresso::staged_literals<Thread> literals_;
  lz::batch_marker<Thread> marker_;
  lz::sequence_group group_;
  std::uint32_t left_ = 0;  // bytes of the group
  bool whole_ = false;      // the group is one batch
};

}  // namespace codag::gompresso_byte
