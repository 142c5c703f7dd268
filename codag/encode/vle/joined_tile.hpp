// A tile of the stream on its way from registers to global memory.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/encode/vle/codeword_joiner.hpp"
#include "codag/simt/warp_group.hpp"

namespace codag::vle {

/// The codewords of a tile of up to `most_bits` bits, joined in shared memory from bit 0 on by
/// `warps` warps. Threads store whole words, without atomic operations: if two of them share a
/// word, the lower one passes its bits to the higher one.
template <std::uint32_t most_bits, unsigned warps>
struct joined_tile {
  /// The word in which the codewords of a warp begin, and the bits there of the warp before.
  struct seam {
    std::uint32_t word, bits;
  };

  std::uint32_t before;  ///< 0: the word before the first one
  std::uint32_t words[most_bits / 32 + 2];
  seam seams[warps + 1];  ///< the last one is not used

  /// Joins the `bits` bits of a thread's codewords, from bit `offset` of the tile's `total` on.
  /// `append_all` gives them to a codeword_joiner. Every thread has at least 32 / passes bits,
  /// except the last one that has any, and those after it. All lanes of a warp call it. The word
  /// after the tile's last one becomes 0.
  template <unsigned passes, class Thread, class AppendAll>
  CODAG_DEVICE void join(const Thread& t, std::uint32_t offset, std::uint32_t bits,
                         std::uint32_t total, const AppendAll& append_all) {
    const simt::warp_group<Thread> warp(t);
    std::uint32_t* const first = words + offset / 32;
    codeword_joiner joiner(words, offset);
    append_all(joiner);
    const bool completed = joiner.at() != first;
    // Each lane passes its rest to the next one, and what it was passed if it completes no word.
    std::uint32_t passed = 0, passes_on = joiner.rest();
    for (unsigned pass = 0; pass < passes; ++pass) {
      const std::uint32_t below = warp.shuffle_up(passes_on, 1);
      const std::uint32_t came = warp.rank() > 0 ? below : 0;
      passed |= came;
      passes_on = completed ? 0 : came;
    }
    if (completed) *first |= passed;
    const std::uint32_t rest = joiner.rest() | (completed ? 0 : passed);
    if (bits > 0 && offset + bits == total) {
      joiner.at()[0] = rest;
      joiner.at()[1] = 0;
    }
    if (warp.rank() == 0) seams[t.warp()].word = bits > 0 ? offset / 32 : none;
    if (warp.rank() == warp.size() - 1) seams[t.warp() + 1].bits = rest;
  }

  /// Adds the bits that each warp has in the next one's first word. One warp calls it, after all
  /// have joined their codewords.
  template <class Thread>
  CODAG_DEVICE void close_seams(const Thread& t) {
    const unsigned i = t.lane();
    if (i > 0 && i < warps && seams[i].word != none) words[seams[i].word] |= seams[i].bits;
  }

  /// Word `i` of the tile shifted to the left. The word after the last one is 0.
  CODAG_DEVICE std::uint32_t shifted(std::uint32_t i, std::uint32_t shift) const {
    const std::uint32_t* const word = words + i;
    return funnel_shift_left(*word, word[-1], shift);
  }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};
};

}  // namespace codag::vle
