// The sections of a chunk: several warps walk over its symbols, each over those of one section.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/warp_group.hpp"

namespace codag {

/// Where sections begin, and how much output they have, in shared memory. The first one begins with
/// the chunk, and each other one where a warp supposes the beginning of a symbol. If the walk over
/// a section ends exactly where the next one begins, that was right. So sections are true up to
/// the first one whose walk does not.
class chunk_sections {
 public:
  /// One per warp of a block.
  static constexpr unsigned most = 8;
  /// So many compressed bytes are searched for a beginning.
  static constexpr std::uint32_t most_bytes_searched = 4096;

  /// A section whose walk has ended where the next one begins.
  struct walked {
    std::uint32_t out_bytes;
    std::uint32_t pieces;  ///< how many end in it, the last one with it
  };

  /// Every thread calls it first. A barrier of the block follows.
  template <class Thread>
  CODAG_DEVICE void clear(const Thread& t) {
    if (t.thread_index() < most) {
      begins_[t.thread_index()] = nowhere;
      walked_[t.thread_index()] = {.out_bytes = 0, .pieces = broken};
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

  /// Called by all lanes of the section's warp, if its walk has ended where the next section
  /// begins. A barrier of the block follows when all walks have ended.
  template <class Thread>
  CODAG_DEVICE void note(const Thread& t, unsigned section, const walked& what) {
    if (t.lane() == 0) walked_[section] = what;
  }

  /// What all walks have found together.
  struct joined {
    unsigned last;             ///< the first section that is not true, or the last one of all
    bool whole;                ///< whether all of them are true
    std::uint32_t pieces;      ///< how many pieces end before the warp's own section
    std::uint32_t out_before;  ///< the output before it
  };
  /// Collective over the warp of section `mine`.
  template <class Thread>
  [[nodiscard]] CODAG_DEVICE joined join(const Thread& t, unsigned mine, std::uint32_t begun,
                                         std::uint32_t chunk_out_bytes) const {
    const simt::warp_group<Thread> warp(t);
    const bool exists = (begun >> t.lane() & 1) != 0;
    walked its = walked_[t.lane() % most];
    bool whole = exists && its.pieces != broken && its.out_bytes <= chunk_out_bytes;
    if (!whole) its = {.out_bytes = 0, .pieces = 0};
    const std::uint32_t out = warp.exclusive_sum(its.out_bytes);
    const std::uint32_t pieces = warp.exclusive_sum(its.pieces);
    whole = whole && out + its.out_bytes <= chunk_out_bytes;
    const unsigned not_whole = warp.ballot(exists && !whole);
    return {.last = not_whole != 0 ? warp.first_of(not_whole) : warp.last_of(begun),
            .whole = not_whole == 0,
            .pieces = warp.shuffle(pieces, mine),
            .out_before = warp.shuffle(out, mine)};
  }

 private:
  static constexpr std::uint32_t nowhere = ~std::uint32_t{0};
  static constexpr std::uint32_t broken = ~std::uint32_t{0};

  std::uint32_t begins_[most];
  walked walked_[most];
};

}  // namespace codag
