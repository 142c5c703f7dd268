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
  // The number of quads per lane that are loaded at the same time.
  constexpr unsigned rows = 4;
  const std::uint32_t first = bit / 32;
  for (std::uint32_t q = first / 4; 4 * q < first + count; q += rows * simt::warp_size) {
    word_quad quads[rows];
    for (unsigned i = 0; i < rows; ++i) {
      const std::uint32_t mine = q + i * simt::warp_size + warp.rank();
      if (words.has_quad(mine)) {
        quads[i] = words.load_quad(t, mine);
      } else {
        for (unsigned k = 0; k < 4; ++k) quads[i].words[k] = words.load(t, 4 * mine + k);
      }
    }
    const std::uint32_t last = words.load(t, 4 * (q + rows * simt::warp_size));
    for (unsigned i = 0; i < rows; ++i) {
      // The word after the quad is the next lane's; the last lane's is the first of the next row.
      const std::uint32_t of_next_row = i + 1 < rows ? quads[(i + 1) % rows].words[0] : last;
      const std::uint32_t next = warp.shuffle(warp.rank() == 0 ? of_next_row : quads[i].words[0],
                                              (warp.rank() + 1) % simt::warp_size);
      for (unsigned k = 0; k < 4; ++k) {
        const std::uint32_t after = k < 3 ? quads[i].words[(k + 1) % 4] : next;
        // Wraps before the first word.
        const std::uint32_t at = 4 * (q + i * simt::warp_size + warp.rank()) + k - first;
        if (at < count) staged[at] = funnel_shift_right(quads[i].words[k], after, bit);
      }
    }
  }
  // All words are there before any lane reads what others have staged.
  warp.sync();
}

/// The staged word that holds a bit.
CODAG_DEVICE std::uint32_t word_of(std::uint32_t bit) {
  return shifted_right(bit, 5);
}

/// The 32 bits from `bit` on. Reads the word after those, too.
CODAG_DEVICE std::uint32_t staged_bits(const std::uint32_t* staged, std::uint32_t bit) {
  return funnel_shift_right(staged[bit / 32], staged[bit / 32 + 1], bit);
}

}  // namespace codag::deflate
