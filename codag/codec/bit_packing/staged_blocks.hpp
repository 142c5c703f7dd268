// Blocks of 128 values in shared memory: staged, checked, and unpacked by a block of 128 threads.
#pragma once

#include <cstdint>
#include <type_traits>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/codec/bit_packing/checking_warp.hpp"
#include "codag/codec/bit_packing/device_chunk.hpp"
#include "codag/codec/bit_packing/frame_format.hpp"
#include "codag/codec/bit_packing/packed_miniblock.hpp"
#include "codag/codec/bit_packing/stage_words.hpp"
#include "codag/codec/bit_packing/starts_ahead.hpp"
#include "codag/codec/bit_packing/tile_threads.hpp"
#include "codag/codec/bit_packing/unpacking.hpp"
#include "codag/simt/simt.hpp"
#include "codag/status.hpp"
#include "codag/stream/chunk_quads.hpp"
#include "codag/stream/chunk_words.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag::bit_packing {

/// Up to `depth` consecutive blocks of a chunk, in the shared memory of a group of 128 threads: as
/// many as a block has values. Nothing that the group does with them leaves the memory, whatever
/// the words are.
template <stored_value Stored, unsigned depth, class Unpacking>
class staged_blocks {
  static constexpr std::uint32_t capacity =
      reference_words<Stored> +
      depth * (frame_header_words<Stored> + miniblocks * max_width<Stored>);

 public:
  /// What is staged: `before` words, and then the blocks.
  struct run {
    std::uint32_t first, blocks;  ///< of the chunk's blocks; none in an empty chunk
    std::uint32_t before;         ///< words before the first block; at most those of a reference
  };

  using starts = starts_ahead<depth>;
  template <class Thread, class Words>
  static CODAG_DEVICE starts ask(const Thread& t, const Words& source, const chunk_layout& l,
                                 const run& r) {
    return starts::ask(t, source, l, r.first, r.blocks);
  }

  /// Begins to copy the words of a run whose starts have been asked for. Some warps call it alike,
  /// of which each thread has a `rank` below `loading`. Before check(), each waits for its copies,
  /// and then the group meets at a barrier.
  template <unsigned loading, class Thread>
  CODAG_DEVICE void load(const Thread& t, unsigned rank, const chunk_words<Thread>& source,
                         const chunk_layout& l, const run& r, const starts& asked) {
    const extent words = extent_of(t, source, l, r, asked);
    stage_words<loading>(t, rank, source, l.data_at + words.begin, words.count, quads_);
  }

  /// Checks the blocks: one warp calls it, for all. gap(block) is how many words after a block are
  /// no part of it. A barrier must follow before anything below.
  template <class Thread, class Gap>
  CODAG_DEVICE void check(const Thread& t, const chunk_words<Thread>& source, const chunk_layout& l,
                          const run& r, const starts& asked, const Gap& gap) {
    const extent words = extent_of(t, source, l, r, asked);
    const status s = check_blocks(t, source, l, r, asked, words, gap);
    if (t.lane() != 0) return;
    // A start without room for what stands before it: the block before is malformed, too.
    status_ = has_room(words.begin, r) ? s : status::malformed_symbol;
    at_ = words.at;
  }

  /// Stages a run whose starts have been asked for, and checks its blocks. All threads call it
  /// alike.
  template <class Thread, class Group, class Gap>
  CODAG_DEVICE void stage(const Thread& t, const Group& group, const chunk_words<Thread>& source,
                          const chunk_layout& l, const run& r, const starts& asked,
                          const Gap& gap) {
    load<tile_threads>(t, group.rank(), source, l, r, asked);
    t.wait_for_copies();
    // The words are in place before a warp checks them.
    group.sync();
    if (t.warp() == checking_warp(r.first)) check(t, source, l, r, asked, gap);
    // What it has found is in place before any thread reads it.
    group.sync();
  }

  /// The status of the first block that is not well-formed, or ok.
  [[nodiscard]] CODAG_DEVICE status is() const { return status_; }

  /// A value of the run's words, from its word `i` on.
  [[nodiscard]] CODAG_DEVICE Stored value(std::uint32_t i) const {
    return load_value<Stored>([this](std::uint32_t w) { return word(w); }, at_ + i);
  }

  /// Unpacks a value of each block of a run that is ok: thread i gets value i of block k as item k,
  /// and 0 where there is no block. Without references, it gets what was packed.
  template <bool with_references = true>
  CODAG_DEVICE void unpack(unsigned rank, const run& r, Stored (&values)[depth]) const {
    const auto read = [this](std::uint32_t i) { return word(i); };
    CODAG_UNROLL
    for (unsigned k = 0; k < depth; ++k) {
      if constexpr (Unpacking::precomputes) {
        const packed_miniblock<Stored> m = found_[k * miniblocks + rank / 32];
        values[k] = (with_references ? m.reference : Stored{0}) + m.value(read, rank % 32);
      } else {
        values[k] = 0;
        if (k >= r.blocks) continue;
        const std::uint32_t at = found_[k];
        values[k] = (with_references ? load_value<Stored>(read, at) : Stored{0}) +
                    Unpacking::template value<Stored>(read, at + frame_header_words<Stored>,
                                                      word(at + reference_words<Stored>), rank);
      }
    }
  }

  /// The same in the order of the values: thread i gets those from number i * depth on, which are
  /// of one miniblock.
  CODAG_DEVICE void unpack_in_order(unsigned rank, Stored (&values)[depth]) const {
    static_assert(Unpacking::precomputes);
    static_assert(miniblock_values % depth == 0, "a thread's values are of one miniblock");
    const packed_miniblock<Stored> m = found_[rank * depth / miniblock_values];
    m.template values<max_width<Stored>>(quads_[0].words, rank * depth % miniblock_values, values);
    CODAG_UNROLL
    for (unsigned k = 0; k < depth; ++k) values[k] += m.reference;
  }

 private:
  static constexpr unsigned miniblock_values = tile_threads / miniblocks;

  [[nodiscard]] CODAG_DEVICE std::uint32_t word(std::uint32_t i) const {
    const std::uint32_t* const words = quads_[0].words;
    return words[i];
  }

  /// The words of a run, according to its starts: `count` from word `begin` of the data on, which
  /// go to word `at` of the shared memory.
  struct extent {
    std::uint32_t begin, at, count;
  };
  /// Collective for the warp.
  template <class Thread>
  static CODAG_DEVICE extent extent_of(const Thread& t, const chunk_words<Thread>& source,
                                       const chunk_layout& l, const run& r, const starts& asked) {
    const std::uint32_t begin = asked.start(t, 0) - r.before, end = asked.start(t, r.blocks);
    const std::uint32_t count = has_room(begin, r) ? staged_words(begin, end, l, capacity) : 0;
    return {begin, chunk_quads<Thread>(t, source).place(l.data_at + begin, count).offset, count};
  }
  /// Whether the data has room for what stands before the first block of a run that begins there.
  static CODAG_DEVICE bool has_room(std::uint32_t begin, const run& r) {
    return begin <= begin + r.before;
  }

  /// Each lane has a miniblock, and checks its block. It writes where the miniblock is to shared
  /// memory (optimization 3 of section 4.2). Without precomputed offsets, it writes where the block
  /// is. One warp calls it.
  template <class Thread, class Gap>
  CODAG_DEVICE status check_blocks(const Thread& t, const chunk_words<Thread>& source,
                                   const chunk_layout& l, const run& r, const starts& asked,
                                   const extent& staged, const Gap& gap) {
    constexpr unsigned all = depth * miniblocks;
    status first_bad = status::ok;
    CODAG_UNROLL
    for (unsigned from = 0; from < all; from += simt::warp_size) {
      const unsigned lane = from + t.lane(), k = lane / miniblocks;
      const std::uint32_t begin = asked.start(t, k), end = asked.start(t, k + 1);
      status mine = status::ok;
      packed_miniblock<Stored> found{};
      const std::uint32_t at = staged.at + (begin - staged.begin);
      if (k < r.blocks) {
        const std::uint32_t from_begin = begin - staged.begin;
        // A block may be whole and yet not staged, if a later start is wrong.
        const bool is_staged =
            from_begin < staged.count && frame_header_words<Stored> <= staged.count - from_begin;
        std::uint32_t widths = 0;
        mine = check_block<Stored>(
            begin, end, gap(r.first + k), r.first + k + 1 == l.blocks, l, [&](std::uint32_t i) {
              return widths =
                         is_staged ? word(at + reference_words<Stored>) : source(l.data_at + i);
            });
        if (Unpacking::precomputes && is_staged)
          found = {at + frame_header_words<Stored>, widths, lane % miniblocks,
                   load_value<Stored>([this](std::uint32_t i) { return word(i); }, at)};
      }
      if (lane < all) {
        if constexpr (Unpacking::precomputes)
          found_[lane] = found;
        else if (lane % miniblocks == 0)
          found_[k] = at;
      }
      const unsigned bad = t.ballot(mine != status::ok);
      if (bad != 0 && first_bad == status::ok)
        first_bad = static_cast<status>(t.shuffle(static_cast<unsigned>(mine), lowest_bit(bad)));
    }
    return first_bad;
  }

  word_quad quads_[quads_for(capacity)];
  static_assert(sizeof(quads_) / 4 <= packed_miniblock<Stored>::most_words);
  std::conditional_t<Unpacking::precomputes, packed_miniblock<Stored>, std::uint32_t>
      found_[Unpacking::precomputes ? depth * miniblocks : depth];
  status status_;
  std::uint32_t at_;  ///< the run's first word
};

}  // namespace codag::bit_packing
