// Looks for bytes of a certain kind in a chunk.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/simt/simt.hpp"
#include "codag/stream/next_bytes.hpp"

namespace codag {

/// Moves `in` on to the next byte for which is(word) holds, where the byte is the lowest one of
/// `word`. Returns whether there is one before the bit `end`; otherwise `in` is at `end` or after
/// it. Collective over the warp.
template <class Warp, class Window, class Is>
CODAG_DEVICE bool seek_bytes(const Warp& warp, Window& in, std::uint32_t end, const Is& is) {
  // The loads of several rows do not wait for one another.
  constexpr unsigned rows = 4;
  while (in.position() < end) {
    in.look(rows * simt::warp_size);
    const next_bytes window = in.next_bytes();
    std::uint32_t found = rows * simt::warp_size;
    CODAG_UNROLL
    for (unsigned k = rows; k-- > 0;) {
      const std::uint32_t first = k * simt::warp_size;
      const unsigned right = warp.ballot(is(window.word(first + warp.rank())));
      if (right != 0) found = first + warp.first_of(right);
    }
    in.seek(in.position() + 8 * found);
    if (found < rows * simt::warp_size) return in.position() < end;
  }
  return false;
}

}  // namespace codag
