// Staging: a warp loads a stretch of a chunk into shared memory, from any bit on.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/simt/simt.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag::deflate {

/// Stores `count` words of the chunk, so that bit 0 of the first one is the chunk's bit `bit`
/// (counted as in compressed_words). Bits outside the chunk are 0. Collective; the warp has synced
/// since it read what is overwritten.
template <class Warp, class Thread>
CODAG_DEVICE void stage_words(const Warp& warp, const Thread& t, const compressed_words& words,
                              std::uint32_t bit, std::uint32_t* staged, std::uint32_t count) {
  const std::uint32_t first = bit / 32;
  for (std::uint32_t q = first / 4; 4 * q < first + count; q += simt::warp_size) {
    const std::uint32_t mine = q + warp.rank();
    word_quad quad;
    if (words.has_quad(mine)) {
      quad = words.load_quad(t, mine);
    } else {
      for (unsigned k = 0; k < 4; ++k) quad.words[k] = words.load(t, 4 * mine + k);
    }
    // The word after the quad is the next lane's; the last lane has to load it.
    std::uint32_t next = warp.shuffle_down(quad.words[0], 1);
    if (warp.rank() == simt::warp_size - 1) next = words.load(t, 4 * mine + 4);
    for (unsigned k = 0; k < 4; ++k) {
      const std::uint32_t after = k < 3 ? quad.words[(k + 1) % 4] : next;
      const std::uint32_t at = 4 * mine + k - first;  // wraps before the first word
      if (at < count) staged[at] = funnel_shift_right(quad.words[k], after, bit);
    }
  }
  // All words are there before any lane reads what others have staged.
  warp.sync();
}

/// The 32 bits from `bit` on. Reads the word after those, too.
CODAG_DEVICE std::uint32_t staged_bits(const std::uint32_t* staged, std::uint32_t bit) {
  return funnel_shift_right(staged[bit / 32], staged[bit / 32 + 1], bit);
}

}  // namespace codag::deflate
