// From the lengths of a block's runs to the run of each of its values: the first three of the four
// steps of Fang, He and Luo, "Database Compression on Graphics Processors", VLDB 2010, for formats
// whose tile is a block of runs.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/bit_packing/striped_exchange.hpp"

namespace codag::bit_packing {

/// Shared memory in which a group of 128 threads finds the runs of a block of `items` values per
/// thread.
template <unsigned items>
class run_finder {
 public:
  static constexpr unsigned threads = 128, block_values = items * threads;

  /// Sets this thread's marks to 0. It comes before find(), without a barrier between them.
  CODAG_DEVICE void clear(unsigned rank) {
    CODAG_UNROLL
    for (unsigned i = 0; i < items; ++i) begins_[i * threads + rank] = 0;
  }

  /// Replaces the lengths of `count` runs by the number of the run that each value of the block
  /// belongs to; both striped. The lengths after the last run are 0. Returns false, to all threads,
  /// if a length is 0 or they do not add up to a block.
  template <class Group>
  CODAG_DEVICE bool find(const Group& group, std::uint32_t count, std::uint32_t (&lengths)[items]) {
    const unsigned rank = group.rank();
    // An impossible length makes any sum too large, and does not overflow it.
    CODAG_UNROLL
    for (unsigned i = 0; i < items; ++i)
      if (i * threads + rank < count && lengths[i] - 1 >= block_values)
        lengths[i] = 2 * block_values;
    // Step 1: where each run ends.
    order_.to_blocked(group, lengths);
    std::uint32_t of_thread = 0;
    CODAG_UNROLL
    for (unsigned i = 0; i < items; ++i) of_thread += lengths[i];
    std::uint32_t total;
    std::uint32_t at = group.exclusive_sum(of_thread, total);
    if (total != block_values) return false;
    // Step 2: a mark where each run but the first begins. The sum's barriers lie between the zeros
    // and the marks.
    CODAG_UNROLL
    for (unsigned i = 0; i < items; ++i) {
      if (at > 0 && rank * items + i < count) begins_[at] = 1;
      at += lengths[i];
    }
    // All marks are in place before any thread counts them.
    group.sync();
    // Step 3: how many runs have begun.
    std::uint32_t marks[items], begun = 0;
    CODAG_UNROLL
    for (unsigned i = 0; i < items; ++i) begun += marks[i] = begins_[rank * items + i];
    std::uint32_t run = group.exclusive_sum(begun);
    CODAG_UNROLL
    for (unsigned i = 0; i < items; ++i) lengths[i] = run += marks[i];
    // Step 4 needs them in the order in which values are stored.
    order_.to_striped(group, lengths);
    return true;
  }

 private:
  striped_exchange<std::uint32_t, items> order_;
  std::uint32_t begins_[block_values];  ///< 1 where a run begins, except the first
};

}  // namespace codag::bit_packing
