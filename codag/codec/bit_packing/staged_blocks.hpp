// Blocks of 128 values in shared memory: staged, checked, and unpacked by a block of 128 threads.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/codec/bit_packing/device_chunk.hpp"
#include "codag/codec/bit_packing/frame_format.hpp"
#include "codag/codec/bit_packing/stage_words.hpp"
#include "codag/codec/bit_packing/unpacking.hpp"
#include "codag/simt/simt.hpp"
#include "codag/status.hpp"

namespace codag::bit_packing {

/// Up to `depth` consecutive blocks of a chunk, in the shared memory of a group of 128 threads: as
/// many as a block has values. Nothing that the group does with them leaves the memory, whatever
/// the words are.
template <stored_value Stored, unsigned depth, class Unpacking>
class staged_blocks {
 public:
  static constexpr unsigned threads = 128;
  static_assert(depth <= simt::warp_size, "the lanes of a warp check the blocks");

  /// What is staged: `before` words, and then the blocks.
  struct run {
    std::uint32_t first, blocks;  ///< of the chunk's blocks; at least one
    std::uint32_t before;         ///< words before the first block; at most those of a reference
  };

  /// The starts of a run, while they are being loaded: lane i has that of block i, and at depth 32,
  /// lane 0 has one more. Each warp loads them, because it would cost more if one warp handed them
  /// to the others at a barrier.
  static constexpr unsigned starts_of_lane = depth / simt::warp_size + 1;
  struct starts_ahead {
    std::uint32_t words[starts_of_lane];
  };
  template <class Thread, class Words>
  static CODAG_DEVICE starts_ahead ask(const Thread& t, const Words& source, const chunk_layout& l,
                                       const run& r) {
    starts_ahead asked{};
    each_start(t, r, asked, [&](std::uint32_t i, std::uint32_t& start) {
      start = source(l.starts_at + r.first + i);
    });
    return asked;
  }

  /// Stages a run whose starts have been asked for, and checks its blocks. gap(block) is how many
  /// words after a block are no part of it. Returns, to all threads, the status of the first block
  /// that is not well-formed; ok if all are. Then `words` are those of the run.
  template <class Thread, class Group, class Words, class Gap>
  CODAG_DEVICE status stage(const Thread& t, const Group& group, const Words& source,
                            const chunk_layout& l, const run& r, starts_ahead asked,
                            const Gap& gap) {
    std::uint32_t* const starts = starts_of(t);
    each_start(t, r, asked,
               [&](std::uint32_t i, const std::uint32_t& start) { starts[i] = start; });
    // The warp's starts are in place before its lanes read them.
    t.sync_warp();
    // Starts without room for what stands before them: the block before is malformed, too.
    const std::uint32_t begin = starts[0] - r.before;
    if (begin > starts[0]) return status::malformed_symbol;
    const std::uint32_t staged =
        staged_words(begin, starts[r.blocks], l, static_cast<std::uint32_t>(capacity));
    stage_words<threads, loads_at_once<threads>(capacity)>(group.rank(), source, l.data_at + begin,
                                                           staged, words);
    // The words are in place before any thread reads them.
    group.sync();
    const status s = checked(t, source, l, r, begin, staged, gap);
    // The warp's miniblocks are in place before its lanes read them.
    if constexpr (Unpacking::precomputes) t.sync_warp();
    return s;
  }

  /// Unpacks a value of each block of a run that is ok: thread i gets value i of block k as item k,
  /// and 0 where there is no block. Without references, it gets what was packed.
  template <bool with_references = true>
  CODAG_DEVICE void unpack(unsigned rank, const run& r, Stored (&values)[depth]) const {
    const auto read = [this](std::uint32_t i) { return words[i]; };
    if constexpr (Unpacking::precomputes) {
      CODAG_UNROLL
      for (unsigned k = 0; k < depth; ++k) {
        const miniblock m = miniblocks_[k * miniblocks + rank / 32];
        const std::uint32_t bit = m.width() * (rank % 32);
        values[k] = with_references ? m.reference : Stored{0};
        if constexpr (sizeof(Stored) == 4) {
          // Without a branch: one word more than a value may reach into is read, and not used.
          const std::uint32_t first = m.at() + bit / 32;
          values[k] +=
              funnel_shift_right(words[first], words[first + 1], bit) & low_bits(m.width());
        } else {
          values[k] += bit_packing::unpack<Stored>(read, m.at(), bit, m.width());
        }
      }
    } else {
      const std::uint32_t* const starts = starts_[rank / simt::warp_size];
      const std::uint32_t begin = starts[0] - r.before;
      CODAG_UNROLL
      for (unsigned k = 0; k < depth; ++k) {
        values[k] = 0;
        if (k >= r.blocks) continue;
        const std::uint32_t at = starts[k] - begin;
        values[k] = (with_references ? load_value<Stored>(read, at) : Stored{0}) +
                    Unpacking::template value<Stored>(read, at + frame_header_words<Stored>,
                                                      words[at + reference_words<Stored>], rank);
      }
    }
  }

  static constexpr std::size_t capacity =
      reference_words<Stored> +
      depth * (frame_header_words<Stored> + miniblocks * max_width<Stored>);
  std::uint32_t words[capacity + 2];  ///< the last two are read and not used

 private:
  /// Calls f(i, start) for the lane's starts of a run.
  template <class Thread, class F>
  static CODAG_DEVICE void each_start(const Thread& t, const run& r, starts_ahead& starts,
                                      const F& f) {
    CODAG_UNROLL
    for (unsigned k = 0; k < starts_of_lane; ++k) {
      const unsigned i = t.lane() + k * simt::warp_size;
      if (i <= r.blocks) f(i, starts.words[k]);
    }
  }

  /// What a value's thread has to know of its miniblock. All is 0 where there is no block.
  struct alignas(2 * sizeof(Stored)) miniblock {
    std::uint32_t place;  ///< its first packed word, counted from the run's first one, and its
                          ///< width from bit 16 on
    Stored reference;     ///< of its block

    CODAG_DEVICE std::uint32_t at() const { return place & 0xffff; }
    CODAG_DEVICE std::uint32_t width() const { return place >> 16; }
  };
  static_assert(capacity < 1u << 16);

  /// One lane checks each block. Every warp checks all of them, because it would cost more if the
  /// others waited for one warp at a barrier. The lane leaves what it has found about the warp's
  /// miniblock in shared memory (optimization 3 of section 4.2). Warp m unpacks the miniblocks of
  /// number m, so it waits for no other warp.
  template <class Thread, class Words, class Gap>
  CODAG_DEVICE status checked(const Thread& t, const Words& source, const chunk_layout& l,
                              const run& r, std::uint32_t begin, std::uint32_t staged,
                              const Gap& gap) {
    const unsigned lane = t.lane();
    status mine = status::ok;
    miniblock found{};
    if (lane < r.blocks) {
      const std::uint32_t* const starts = starts_of(t) + lane;
      const std::uint32_t at = starts[0] - begin, block = r.first + lane;
      // A block may be whole and yet not staged, if a later start is wrong.
      const bool is_staged = at < staged && frame_header_words<Stored> <= staged - at;
      std::uint32_t widths = 0;
      mine = check_block<Stored>(
          starts[0], starts[1], gap(block), block + 1 == l.blocks, l, [&](std::uint32_t i) {
            return widths = is_staged ? words[i - begin] : source(l.data_at + i);
          });
      if constexpr (Unpacking::precomputes) {
        static_assert(threads / simt::warp_size == miniblocks);
        if (is_staged) {
          // Byte m of the sum is that of the widths before m: at most 3 x 64, which is no carry.
          const std::uint32_t sums = (widths << 8) + (widths << 16) + (widths << 24);
          found.place = (at + frame_header_words<Stored> + width_of(sums, t.warp())) |
                        width_of(widths, t.warp()) << 16;
          found.reference = load_value<Stored>([this](std::uint32_t i) { return words[i]; }, at);
        }
      }
    }
    if constexpr (Unpacking::precomputes)
      if (lane < depth) miniblocks_[lane * miniblocks + t.warp()] = found;
    const unsigned bad = t.ballot(mine != status::ok);
    if (bad == 0) return status::ok;
    return static_cast<status>(t.shuffle(static_cast<unsigned>(mine), lowest_bit(bad)));
  }

  template <class Thread>
  CODAG_DEVICE std::uint32_t* starts_of(const Thread& t) {
    return starts_[t.warp()];
  }

  // A row for each warp.
  std::uint32_t starts_[threads / simt::warp_size][depth + 1];
  miniblock miniblocks_[Unpacking::precomputes ? depth * miniblocks : 1];
};

}  // namespace codag::bit_packing
