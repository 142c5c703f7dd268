// From the lengths of a block's runs to the run of each of its values: the first three of the four
// steps of Fang, He and Luo, "Database Compression on Graphics Processors", VLDB 2010, for formats
// whose tile is a block of runs.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/bit_packing/striped_exchange.hpp"
#include "codag/codec/bit_packing/tile_threads.hpp"
#include "codag/codec/bit_packing/warp_totals.hpp"

namespace codag::bit_packing {

/// Shared memory in which a group of 128 threads finds the runs of a block of `items` values per
/// thread. Thread r has the runs, and then the values, from number r * items on.
template <unsigned items>
class runs_in_order {
 public:
  static constexpr unsigned block_values = items * tile_threads;

  /// The first part, for the lengths of `count` runs. The lengths after the last run are 0. A group
  /// uses its two `turn`s, 0 and 1, for one block after the other. Returns where the thread's first
  /// run begins, counted from its warp's first.
  template <class Thread>
  CODAG_DEVICE std::uint32_t begin(const Thread& t, unsigned rank, unsigned turn,
                                   std::uint32_t count, std::uint32_t (&lengths)[items]) {
    std::uint32_t of_thread = 0;
    CODAG_UNROLL
    for (unsigned i = 0; i < items; ++i) {
      // An impossible length makes any sum too large, and does not overflow it.
      if (rank * items + i < count && lengths[i] - 1 >= block_values) lengths[i] = 2 * block_values;
      of_thread += lengths[i];
      begins_[rank * items + i] = 0;
    }
    return lengths_[turn].put(t, of_thread);
  }

  /// The second part, after a barrier: replaces the lengths by the number of the run that each
  /// value of the block belongs to. Returns false, to all threads, if a length is 0 or they do not
  /// add up to a block. If it returns true, the group has met at a barrier during the call.
  template <class Thread, class Group>
  CODAG_DEVICE bool finish(const Thread& t, const Group& group, unsigned turn,
                           std::uint32_t begin_in_warp, std::uint32_t count,
                           std::uint32_t (&lengths)[items]) {
    // Step 1: where each run ends.
    std::uint32_t total;
    std::uint32_t at = begin_in_warp + lengths_[turn].before(t.warp(), total);
    if (total != block_values) return false;
    // Step 2: a mark where each run but the first begins.
    const unsigned first = group.rank() * items;
    CODAG_UNROLL
    for (unsigned i = 0; i < items; ++i) {
      if (at > 0 && first + i < count) begins_[at] = 1;
      at += lengths[i];
    }
    // All marks are in place before any thread counts them.
    group.sync();
    // Step 3: how many runs have begun.
    std::uint32_t begun = 0;
    CODAG_UNROLL
    for (unsigned i = 0; i < items; ++i) lengths[i] = begun += begins_[first + i];
    const std::uint32_t in_warp = begun_.put(t, begun);
    // The sums of all warps are in place before any thread reads them.
    group.sync();
    const std::uint32_t run = in_warp + begun_.before(t.warp(), total);
    CODAG_UNROLL
    for (unsigned i = 0; i < items; ++i) lengths[i] += run;
    return true;
  }

 private:
  warp_totals<std::uint32_t, tile_threads> lengths_[2], begun_;
  alignas(16) std::uint32_t begins_[block_values];  ///< 1 where a run begins, except the first
};

/// The same for threads that have runs and values in the striped order (striped_exchange).
template <unsigned items>
class run_finder {
 public:
  /// Replaces the lengths of `count` runs by the number of the run that each value of the block
  /// belongs to. The lengths after the last run are 0. Returns false, to all threads, if a length
  /// is 0 or they do not add up to a block.
  template <class Thread, class Group>
  CODAG_DEVICE bool find(const Thread& t, const Group& group, std::uint32_t count,
                         std::uint32_t (&lengths)[items]) {
    order_.to_blocked(group, lengths);
    const std::uint32_t begin = in_order_.begin(t, group.rank(), 0, count, lengths);
    // All lengths are added up, and all marks are 0.
    group.sync();
    if (!in_order_.finish(t, group, 0, begin, count, lengths)) return false;
    order_.to_striped(group, lengths);
    return true;
  }

 private:
  striped_exchange<std::uint32_t, items> order_;
  runs_in_order<items> in_order_;
};

}  // namespace codag::bit_packing
