// Counts symbols of one size that follow one another, by their headers alone.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"

namespace codag {

/// Supposes that the next symbols have `bytes` bytes each. Returns how many of them, up to 32,
/// begin with a word for which is(word) holds, before the first one that does not. Each lane looks
/// at one of these words, in global memory: what is between them need not be in the window. Bytes
/// after the chunk's end are 0. Collective over the warp.
template <class Warp, class Window, class Is>
CODAG_DEVICE std::uint32_t equal_symbols(const Warp& warp, const Window& in, std::uint32_t bytes,
                                         const Is& is) {
  const std::uint32_t bit = in.position() + 8 * bytes * warp.rank();
  const auto words = in.words();
  const std::uint32_t head = funnel_shift_right(words(bit / 32), words(bit / 32 + 1), bit);
  return warp.first_of(~warp.ballot(is(head)));
}

}  // namespace codag
