// staged_literals: literals of a compressed chunk, on their way to shared memory.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/lz/output_ring.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/warp_group.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag::gompresso {

/// The shared memory of the literals of a slice, which may begin and end anywhere in a quad, and of
/// what is read after them.
inline constexpr unsigned staged_bytes = lz::slice_bytes + 2 * sizeof(word_quad);

/// What a group_writer brings literals by. The literals of a group lie one after the other, in the
/// order of their lanes. Their places are counted in bytes, as the chunk's words are.
template <class Thread>
class staged_literals {
 public:
  /// `memory` has staged_bytes bytes, `offset` bytes after the ring's first one.
  CODAG_DEVICE staged_literals(const Thread& t, const simt::warp_group<Thread>& warp,
                               const compressed_words& words, std::byte* memory,
                               std::uint32_t offset)
      : thread_(t),
        warp_(warp),
        words_(words),
        quads_(reinterpret_cast<word_quad*>(memory)),
        offset_(offset) {}

  CODAG_DEVICE std::uint32_t bring(unsigned lanes, std::uint32_t from, std::uint32_t to) const {
    if (lanes == 0) return 0;
    const std::uint32_t first = warp_.shuffle(from, lowest_bit(lanes)) / sizeof(word_quad);
    const std::uint32_t end = warp_.shuffle(to, warp_.last_of(lanes));
    for (std::uint32_t q = first + thread_.lane(); q * sizeof(word_quad) < end;
         q += simt::warp_size)
      quads_[q - first] = load(q);
    return offset_ - first * static_cast<std::uint32_t>(sizeof(word_quad));
  }

 private:
  /// A quad; 0 where it lies outside the chunk.
  CODAG_DEVICE word_quad load(std::uint32_t q) const {
    if (words_.has_quad(q)) return words_.load_quad(thread_, q);
    word_quad quad{};
    for (unsigned k = 0; k < 4; ++k) quad.words[k] = words_.load(thread_, 4 * q + k);
    return quad;
  }

  const Thread& thread_;
  const simt::warp_group<Thread>& warp_;
  const compressed_words& words_;
  word_quad* quads_;
  std::uint32_t offset_;
};

}  // namespace codag::gompresso
