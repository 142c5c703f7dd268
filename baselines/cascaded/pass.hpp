// A pass of cascaded decompression: a kernel that takes one layer of compression off all tiles of a
// column and leaves the result in global memory for the next pass (section 3 of Shanbhag et al.,
// "Tile-based Lightweight Integer Compression in GPU", SIGMOD 2022).
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/schedule/device_column.hpp"
#include "codag/simt/block_group.hpp"
#include "codag/simt/simt.hpp"
#include "codag/status.hpp"
#include "codag/stream/chunk_words.hpp"
#include "codag/tile/refusals.hpp"
#include "codag/tile/tile_decoder.hpp"

namespace codag::baselines::cascaded {

/// Where a chunk's values lie in the column, counted in values.
struct chunk_place {
  std::uint64_t first;  ///< the chunk's first value
  std::uint32_t chunk;  ///< the chunk's number
};

/// The kernel. Blocks of threads have the same tiles in every pass. What a pass refuses, none of
/// the later ones touches: a step may rely on what the steps before it have checked.
///
///     using format = ...;                  // the format's tile decoder, for open() and its layout
///     static constexpr const char* name;
///     static constexpr bool first = ...;   // the first pass of its cascade
///     struct storage { ... };              // in shared memory
///     // All threads of the group call it, and get the same status. Between two calls the group
///     // meets at a barrier.
///     status take(t, group, words, layout, tile, place, storage&) const;
template <class Step>
struct pass {
  using format = typename Step::format;
  using element = typename format::element;
  static constexpr const char* name = Step::name;
  static constexpr unsigned max_threads = tile_threads, min_blocks = 8;
  struct shared_storage {
    simt::block_group_storage<tile_threads> sums;
    typename Step::storage step;
  };

  device_column column;
  std::uint32_t groups;  ///< per chunk
  refusal* refusals;     ///< one per group
  Step step;

  [[nodiscard]] constexpr simt::launch_shape shape() const {
    return {column.chunk_count * groups, tile_threads};
  }

  template <class Thread>
  CODAG_DEVICE void operator()(const Thread& t, shared_storage& shared) const {
    const std::uint32_t index = t.block() / groups, group_of_chunk = t.block() % groups;
    const refusal before = Step::first ? nothing_refused : t.load(refusals + t.block());
    refusal now = before;
    chunk c;
    if (!load_chunk<element>(t, column, index, c) || c.out_offset % sizeof(element) != 0)
      now = refusal_of(0, status::bad_chunk_table);
    else
      now = take_tiles(t, c, index, group_of_chunk, before, shared);
    if ((Step::first || now != before) && t.thread_index() == 0) t.store(refusals + t.block(), now);
  }

 private:
  template <class Thread>
  CODAG_DEVICE refusal take_tiles(const Thread& t, const chunk& c, std::uint32_t index,
                                  std::uint32_t group_of_chunk, refusal before,
                                  shared_storage& shared) const {
    const simt::block_group<Thread, tile_threads> group(t, shared.sums);
    const chunk_words<Thread> words(t, column.in + c.in_offset, c.in_bytes);
    const auto values = static_cast<std::uint32_t>(c.out_bytes / sizeof(element));
    const bool checks_header = Step::first && group_of_chunk == 0;
    typename format::layout layout;
    const status header = format::open(words, values, checks_header, layout);
    if (header != status::ok) return checks_header ? refusal_of(0, header) : before;

    const chunk_place place{c.out_offset / sizeof(element), index};
    const std::uint32_t first_refused = before >> 4;  // no chunk has so many, if none was
    for (std::uint32_t run = group_of_chunk * layout.in_order; run < layout.tiles;
         run += groups * layout.in_order) {
      for (std::uint32_t tile = run; tile < run + layout.in_order; ++tile) {
        if (tile >= first_refused) return before;
        const status s = step.take(t, group, words, layout, tile, place, shared.step);
        // All threads are done with the shared memory before the next tile comes, and have read
        // what was refused before it changes.
        group.sync();
        if (s != status::ok) return refusal_of(tile, s);
      }
    }
    return before;
  }
};

}  // namespace codag::baselines::cascaded
