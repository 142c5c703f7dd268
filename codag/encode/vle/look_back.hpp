// Decoupled look-back (Merrill and Garland, "Single-pass Parallel Prefix Scan with Decoupled
// Look-back", NVIDIA Technical Report NVR-2016-002) over the sizes of tiles.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/encode/vle/workspace.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/warp_group.hpp"

namespace codag::vle {

// A tile is a segment here. All accesses are relaxed: each word holds all that it says.

/// Says where the tile ends, as a position_word.
template <class Thread>
CODAG_DEVICE void publish_end(const Thread& t, const workspace& work, std::uint32_t tile,
                              std::uint64_t end_word) {
  t.store_relaxed(work.positions() + tile, end_word);
}

/// The position of the tile's begin, with position_word::missing if a symbol before it has no
/// codeword. A warp looks at the tiles before it, a window of one tile per lane at a time: from the
/// nearest one that knows its end, it adds up the sizes of those after it. It asks for a window
/// only after it has finished the one before, because by then more tiles may know their ends.
template <class Thread>
CODAG_DEVICE std::uint64_t look_back(const Thread& t, const workspace& work, std::uint32_t tile) {
  const simt::warp_group<Thread> warp(t);
  std::uint64_t sum = 0, missing = 0;
  for (std::int64_t mine = std::int64_t{tile} - 1 - warp.rank();; mine -= simt::warp_size) {
    std::uint64_t p = position_word::known;  // before the first tile, the stream begins
    if (mine >= 0)
      p = t.poll_relaxed(work.positions() + mine, [](std::uint64_t seen) { return seen != 0; });
    const unsigned known = warp.ballot((p & position_word::known) != 0);
    const unsigned stop = simt::warp_group<Thread>::first_of(known);
    if (warp.any(warp.rank() <= stop && (p & position_word::missing) != 0))
      missing = position_word::missing;
    // The sizes of a window's tiles need 32 bits together, an end needs more.
    sum +=
        warp.reduce(warp.rank() < stop ? static_cast<std::uint32_t>(p & position_word::bits) : 0u);
    if (known != 0) return (sum + (warp.shuffle(p, stop) & position_word::bits)) | missing;
  }
}

}  // namespace codag::vle
