// The sections of a chunk: several warps walk over its symbols, each over those of one section.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/simt/warp_group.hpp"

namespace codag {

/// Where sections begin, and how much output they have, in shared memory. The first one begins with
/// the chunk, and each other one where a warp supposes the beginning of a symbol. If the walk over
/// a section ends exactly where the next one begins, that beginning is right. So sections are right
/// up to the first one whose walk ends elsewhere.
class chunk_sections {
 public:
  /// One per warp of a block.
  static constexpr unsigned most = 8;
  /// How many compressed bytes are searched for a beginning, at most.
  static constexpr std::uint32_t most_bytes_searched = 4096;

  /// Every thread calls it first. A barrier of the block follows.
  template <class Thread>
  CODAG_DEVICE void clear(const Thread& t) {
    if (t.thread_index() < most) {
      begins_[t.thread_index()] = nowhere;
      out_bytes_[t.thread_index()] = broken;
    }
  }

  /// The section begins at this compressed byte of the chunk. Called by all lanes of its warp. A
  /// barrier of the block follows when all warps have looked for theirs.
  template <class Thread>
  CODAG_DEVICE void begin(const Thread& t, unsigned section, std::uint32_t at) {
    if (t.lane() == 0) begins_[section] = at;
  }
  /// The sections that have a beginning, a bit for each. Collective over a warp.
  template <class Thread>
  [[nodiscard]] CODAG_DEVICE std::uint32_t begun(const Thread& t) const {
    return t.ballot(t.lane() < most && begins_[t.lane() % most] != nowhere);
  }
  /// A beginning.
  [[nodiscard]] CODAG_DEVICE std::uint32_t begin_of(unsigned section) const {
    return begins_[section];
  }
  /// Where the section ends, if the next one of `begun` is right.
  [[nodiscard]] CODAG_DEVICE std::uint32_t end_of(unsigned section, std::uint32_t begun,
                                                  std::uint32_t chunk_end) const {
    const std::uint32_t later = begun >> section >> 1;
    return later == 0 ? chunk_end : begins_[section + 1 + lowest_bit(later)];
  }

  /// The section has this much output. Called by all lanes of its warp, if its walk has ended where
  /// the next section begins. A barrier of the block follows when all walks have ended.
  template <class Thread>
  CODAG_DEVICE void note(const Thread& t, unsigned section, std::uint32_t out_bytes) {
    if (t.lane() == 0) out_bytes_[section] = out_bytes;
  }

  /// What all walks have found together.
  struct joined {
    std::uint32_t right;       ///< sections whose begin and end are true, a bit for each
    std::uint32_t out_before;  ///< the output before the warp's own section, if those are right
  };
  /// Collective over the warp of section `mine`.
  template <class Thread>
  [[nodiscard]] CODAG_DEVICE joined join(const Thread& t, unsigned mine, std::uint32_t begun,
                                         std::uint32_t chunk_out_bytes) const {
    const simt::warp_group<Thread> warp(t);
    const bool exists = (begun >> t.lane() & 1) != 0;
    std::uint32_t its = out_bytes_[t.lane() % most];
    bool whole = exists && its <= chunk_out_bytes;
    if (!whole) its = 0;
    const std::uint32_t out = warp.exclusive_sum(its);
    whole = whole && out + its <= chunk_out_bytes;
    const std::uint32_t not_whole = warp.ballot(exists && !whole);
    return {.right = begun & low_bits(warp.first_of(not_whole)),
            .out_before = warp.shuffle(out, mine)};
  }

 private:
  static constexpr std::uint32_t nowhere = ~std::uint32_t{0};
  static constexpr std::uint32_t broken = ~std::uint32_t{0};  // no chunk has so much output

  std::uint32_t begins_[most];
  std::uint32_t out_bytes_[most];
};

}  // namespace codag
