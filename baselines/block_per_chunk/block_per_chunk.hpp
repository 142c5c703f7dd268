// block_per_chunk: the architecture of RAPIDS. A block decompresses a chunk.
#pragma once

#include "baselines/block_per_chunk/leader_streams.hpp"
#include "codag/schedule/device_column.hpp"
#include "codag/schedule/team.hpp"
#include "codag/simt/simt.hpp"
#include "codag/stream/input_stream.hpp"

namespace codag::baselines {

/// CODAG sections II-C and III: one leader thread decodes into a batch, a prefetch warp keeps a
/// ring of compressed words filled, and all threads write the batch between two block barriers; of
/// a codec that copies, one warp writes it in order. 1024 threads for RLE, 128 for Deflate (section
/// V-F). `Decoder` is a codec's device decoder.
template <class Decoder>
struct block_per_chunk {
  static constexpr const char* name = "block_per_chunk";
  // Copies are written in order, which one warp does as well as many.
  static constexpr unsigned max_threads = Decoder::copies ? 128 : 1024;
  // A multiprocessor: as many leaders as it holds threads for.
  static constexpr unsigned min_blocks = Decoder::copies ? 16 : 2;
  static constexpr unsigned leader_warp = 0;
  static constexpr unsigned prefetch_warp = 1;
  static constexpr unsigned copy_warp = 2;

  using element = typename Decoder::element;
  using shared_storage = block_storage<element, Decoder>;

  device_column column;

  static constexpr simt::launch_shape shape(std::uint32_t chunk_count) {
    return {chunk_count, max_threads};
  }

  template <class Thread>
  CODAG_DEVICE void operator()(const Thread& t, shared_storage& shared) const {
    chunk c;
    const bool usable =
        load_chunk<element>(t, column, t.block(), c) && c.out_offset % sizeof(element) == 0;
    if (!usable) {  // the whole block: every thread read the same entry
      if (t.thread_index() == 0) t.store(column.statuses + t.block(), status::bad_chunk_table);
      return;
    }
    const compressed_words input(column.in + c.in_offset, c.in_bytes);
    auto* out = reinterpret_cast<element*>(column.out + c.out_offset);
    // Before the roles part, the whole block fills the ring.
    std::uint32_t filled = input.first();
    std::uint32_t wanted = filled + shared_storage::ring_words;
    fill_ring(t, shared, input, filled + t.thread_index(), wanted, t.block_threads());
    filled = wanted;
    // The ring is full: the leader may begin.
    t.sync_block();
    if (t.thread_index() == leader_warp * simt::warp_size) {
      lead(t, shared, input, out, c);
      return;
    }
    output_stream<Thread> in_order(t, column.out + c.out_offset, c.out_bytes);
    for (bool last = false; !last;) {
      if (t.warp() == prefetch_warp) {
        // In place of what the leader had used by the last turn.
        fill_ring(t, shared, input, filled + t.lane(), wanted, simt::warp_size);
        filled = wanted;
        if (t.lane() == 0) shared.filled = filled;
      }
      // The leader's batch and the prefetched words are complete (see leader_streams::turn).
      t.sync_block_diverged();
      wanted = shared.taken + shared_storage::ring_words;
      last = shared.last_batch != 0;
      if constexpr (Decoder::copies) {
        if (t.warp() == copy_warp) write_batch_in_order(in_order, shared);
      } else {
        write_batch(t, shared);
      }
      // All have written: the leader may fill the batch, the prefetch warp what it took of the
      // ring.
      t.sync_block_diverged();
    }
  }

 private:
  template <class Thread>
  CODAG_DEVICE void lead(const Thread& t, shared_storage& shared, const compressed_words& input,
                         element* out, const chunk& c) const {
    using streams = leader_streams<Thread, element, Decoder>;
    streams leader(t, shared, input, out,
                   c.out_bytes / static_cast<std::uint32_t>(sizeof(element)));
    input_stream<streams> in(leader);
    const status result = Decoder::decode(lone_thread{}, in, leader, shared.scratch);
    leader.finish();
    t.store(column.statuses + t.block(), result);
  }

  /// Puts the chunk's words begin, begin + step, ... below `end` into the ring, and zeros for those
  /// behind the chunk.
  template <class Thread>
  static CODAG_DEVICE void fill_ring(const Thread& t, shared_storage& shared,
                                     const compressed_words& input, std::uint32_t begin,
                                     std::uint32_t end, std::uint32_t step) {
    for (std::uint32_t i = begin; i < end; i += step)
      shared.ring[i % shared_storage::ring_words] = i < input.end() ? input.load(t, i) : 0;
  }
};

}  // namespace codag::baselines
