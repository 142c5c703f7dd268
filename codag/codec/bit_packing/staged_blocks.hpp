// Blocks of 128 values in shared memory: staged, checked, and unpacked by a block of 128 threads.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/codec/bit_packing/device_chunk.hpp"
#include "codag/codec/bit_packing/frame_format.hpp"
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

  /// Stages a run, and checks its blocks. gap(block) is how many words after a block are no part of
  /// it. Returns, to all threads, the status of the first block that is not well-formed; ok if all
  /// are. Then `words` are those of the run.
  template <class Thread, class Group, class Words, class Gap>
  CODAG_DEVICE status stage(const Thread& t, const Group& group, const Words& source,
                            const chunk_layout& l, const run& r, const Gap& gap) {
    const unsigned rank = group.rank();
    if (rank <= r.blocks) starts_[rank] = source(l.starts_at + r.first + rank);
    // The starts are in place before any thread reads them.
    group.sync();
    // Starts without room for what stands before them: the block before is malformed, too.
    const std::uint32_t begin = starts_[0] - r.before;
    if (begin > starts_[0]) return status::malformed_symbol;
    const std::uint32_t staged =
        staged_words(begin, starts_[r.blocks], l, static_cast<std::uint32_t>(capacity));
    for (std::uint32_t i = rank; i < staged; i += threads) words[i] = source(l.data_at + begin + i);
    // The words are in place before any thread reads them.
    group.sync();
    if constexpr (Unpacking::precomputes) {
      precompute(t, r, begin, staged);
      // The warp's offsets are in place before its lanes read them.
      t.sync_warp();
    }
    return checked(t, source, l, r, begin, staged, gap);
  }

  /// Unpacks a value of each block of a run that is ok: thread i gets value i of block k as item k,
  /// and 0 where there is no block. Without references, it gets what was packed.
  template <bool with_references = true>
  CODAG_DEVICE void unpack(unsigned rank, const run& r, Stored (&values)[depth]) const {
    const auto read = [this](std::uint32_t i) { return words[i]; };
    const std::uint32_t begin = starts_[0] - r.before;
    CODAG_UNROLL
    for (unsigned k = 0; k < depth; ++k) {
      values[k] = 0;
      if (k >= r.blocks) continue;
      const std::uint32_t at = starts_[k] - begin, packed = at + frame_header_words<Stored>;
      const auto reference = with_references ? load_value<Stored>(read, at) : Stored{0};
      if constexpr (Unpacking::precomputes) {
        const miniblock& m = miniblocks_[k * miniblocks + rank / 32];
        values[k] = reference + bit_packing::unpack<Stored>(read, packed + m.offset,
                                                            m.width * (rank % 32), m.width);
      } else {
        values[k] = reference + Unpacking::template value<Stored>(
                                    read, packed, words[at + reference_words<Stored>], rank);
      }
    }
  }

  static constexpr std::size_t capacity =
      reference_words<Stored> +
      depth * (frame_header_words<Stored> + miniblocks * max_width<Stored>);
  std::uint32_t words[capacity];

 private:
  /// A miniblock's first word, counted from its block's first packed word, and its width.
  struct miniblock {
    std::uint16_t offset, width;
  };

  /// Optimization 3 of section 4.2. A warp has the miniblocks of its own number, so it computes
  /// their offsets and waits for no other warp. Offsets of blocks that are not ok are never used.
  template <class Thread>
  CODAG_DEVICE void precompute(const Thread& t, const run& r, std::uint32_t begin,
                               std::uint32_t staged) {
    static_assert(threads / simt::warp_size == miniblocks);
    const unsigned block = t.lane(), m = t.warp();
    if (block >= r.blocks) return;
    const std::uint32_t at = starts_[block] - begin + reference_words<Stored>;
    const std::uint32_t widths = at < staged ? words[at] : 0;
    // Byte m of the sum is that of the widths before m: at most 3 x 64, which is no carry.
    const std::uint32_t sums = (widths << 8) + (widths << 16) + (widths << 24);
    miniblocks_[block * miniblocks + m] = {static_cast<std::uint16_t>(width_of(sums, m)),
                                           static_cast<std::uint16_t>(width_of(widths, m))};
  }

  /// One lane checks each block. Every warp checks all of them, because a barrier at which the
  /// others wait for one warp costs more.
  template <class Thread, class Words, class Gap>
  CODAG_DEVICE status checked(const Thread& t, const Words& source, const chunk_layout& l,
                              const run& r, std::uint32_t begin, std::uint32_t staged,
                              const Gap& gap) const {
    const unsigned lane = t.lane();
    const status mine =
        lane < r.blocks ? check_block(source, l, r, lane, begin, staged, gap) : status::ok;
    const unsigned bad = t.ballot(mine != status::ok);
    if (bad == 0) return status::ok;
    return static_cast<status>(t.shuffle(static_cast<unsigned>(mine), lowest_bit(bad)));
  }

  template <class Words, class Gap>
  CODAG_DEVICE status check_block(const Words& source, const chunk_layout& l, const run& r,
                                  unsigned k, std::uint32_t begin, std::uint32_t staged,
                                  const Gap& gap) const {
    const std::uint32_t block = r.first + k;
    return bit_packing::check_block<Stored>(
        starts_[k], starts_[k + 1], gap(block), block + 1 == l.blocks, l, [&](std::uint32_t i) {
          // A block may be whole and yet not staged, if a later start lies.
          const std::uint32_t at = i - begin;
          return at < staged ? words[at] : source(l.data_at + i);
        });
  }

  std::uint32_t starts_[depth + 1];
  miniblock miniblocks_[Unpacking::precomputes ? depth * miniblocks : 1];
};

}  // namespace codag::bit_packing
