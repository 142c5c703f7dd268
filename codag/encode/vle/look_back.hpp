// Decoupled look-back (Merrill and Garland, "Single-pass Parallel Prefix Scan with Decoupled
// Look-back", NVIDIA Technical Report NVR-2016-002) over the sizes of tiles.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/encode/vle/workspace.hpp"
#include "codag/simt/operators.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/warp_group.hpp"

namespace codag::vle {

// All accesses are relaxed: each word holds all that it says.

/// Says how long the tile is, as soon as that is known.
template <class Thread>
CODAG_DEVICE void publish_size(const Thread& t, const workspace& work, std::uint32_t tile,
                               std::uint32_t bits, bool missing) {
  t.store_relaxed(work.positions() + tile,
                  bits | position_word::partial | (missing ? position_word::missing : 0));
}

/// Says where the tile ends. `before` is the position of its begin.
template <class Thread>
CODAG_DEVICE void publish_end(const Thread& t, const workspace& work, std::uint32_t tile,
                              std::uint64_t before, std::uint32_t bits, bool missing) {
  t.store_relaxed(work.positions() + tile, position_word::end_after(before, bits, missing));
}

/// Says what the tile's last 32 bits are.
template <class Thread>
CODAG_DEVICE void publish_tail(const Thread& t, const workspace& work, std::uint32_t tile,
                               std::uint32_t bits) {
  t.store_relaxed(work.tails() + tile, bits | position_word::known);
}
template <class Thread>
CODAG_DEVICE std::uint32_t wait_for_tail(const Thread& t, const workspace& work,
                                         std::uint32_t tile) {
  return static_cast<std::uint32_t>(t.poll_relaxed(
      work.tails() + tile, [](std::uint64_t tail) { return (tail & position_word::known) != 0; }));
}

/// The position of the tile's begin, with position_word::missing if a symbol before it has no
/// codeword. A warp looks at the 32 tiles before it at once: from the nearest one that knows its
/// end, it adds up the sizes of those after it. If none knows it, it goes on with the 32 tiles
/// before those.
template <class Thread>
CODAG_DEVICE std::uint64_t look_back(const Thread& t, const workspace& work, std::uint32_t tile) {
  const simt::warp_group<Thread> warp(t);
  std::uint64_t sum = 0, missing = 0;
  for (std::int64_t nearest = std::int64_t{tile} - 1;; nearest -= simt::warp_size) {
    const std::int64_t mine = nearest - warp.rank();
    std::uint64_t p = position_word::known;  // before the first tile, the stream begins
    if (mine >= 0)
      p = t.poll_relaxed(work.positions() + mine, [](std::uint64_t seen) { return seen != 0; });
    const unsigned known = warp.ballot((p & position_word::known) != 0);
    const unsigned stop = simt::warp_group<Thread>::first_of(known);
    const bool counts = warp.rank() <= stop;
    sum += warp.reduce(counts ? p & position_word::bits : 0);
    if (warp.any(counts && (p & position_word::missing) != 0)) missing = position_word::missing;
    if (known != 0) return sum | missing;
  }
}

}  // namespace codag::vle
