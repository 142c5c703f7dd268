// The chunks of a queue of the workspace, as the blocks of a later kernel take them.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/chunked_column.hpp"
#include "codag/schedule/device_column.hpp"
#include "codag/schedule/listed_windows.hpp"
#include "codag/schedule/token_pipeline.hpp"
#include "codag/schedule/token_workspace.hpp"
#include "codag/status.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag {

/// Calls use(index, chunk) for the chunks of a queue that are the block's. Collective.
template <class Decoder, class Thread, class Use>
CODAG_DEVICE void each_queued(const Thread& t, const token_launch& given, std::uint32_t blocks,
                              chunk_queue which, const Use& use) {
  const std::uint32_t queued = t.load(given.workspace.queued(which));
  for (std::uint32_t i = t.block(); i < queued; i += blocks) {
    const std::uint32_t index = t.load(given.workspace.queue(which) + i);
    // The kernel that queued it has found the entry to be inside the column.
    chunk c;
    load_chunk_of<Decoder>(t, given.column, index, c);
    use(index, c);
  }
}
/// Writes the chunks of a queue that are the block's: write() gets a chunk, its windows, and
/// where its output goes. Collective over the block.
template <class Decoder, class Thread, class Write>
CODAG_DEVICE void write_queued(const Thread& t, const token_launch& given, std::uint32_t blocks,
                               chunk_queue which, const Write& write) {
  each_queued<Decoder>(t, given, blocks, which, [&](std::uint32_t index, const chunk& c) {
    parsed_chunk* const record = given.workspace.records() + index;
    const bool whole = write(compressed_words(given.column.in + c.in_offset, c.in_bytes),
                             given.workspace.lists() + t.load(&record->begin),
                             window_count::windows(t.load(&record->windows)),
                             given.column.out + c.out_offset, c.out_bytes);
    // All threads have left the shared memory before the next chunk takes it.
    t.sync_block();
    if (t.thread_index() != 0 || !whole) return;
    t.store(&record->left, false);
    t.store(&record->by_block, true);
    t.store(given.column.statuses + index, status::ok);
  });
}

}  // namespace codag
