// stage_words: a group of threads copies words of a chunk to shared memory.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/bit_packing/four_values.hpp"
#include "codag/stream/chunk_quads.hpp"
#include "codag/stream/chunk_words.hpp"

namespace codag::bit_packing {

/// Words after the last one that may be read; they are not used. The four values of unpack_four()
/// begin there if they have no bits.
inline constexpr unsigned spare_words = words_of_four<32>;

/// The quads of shared memory for a run of up to `words` words. It may begin at any of the four
/// words of its first quad.
CODAG_HOST_DEVICE constexpr unsigned quads_for(unsigned words) {
  return (3 + words + spare_words + 3) / 4;
}

/// Begins to copy `count` words of the chunk, from word `from` on, to shared memory. All threads of
/// the group call it alike. The words are there for all when each thread has waited for its copies
/// and the group has met at a barrier. The first word's index in shared memory is 0 to 3, its place
/// in its quad of global memory: so a thread copies whole quads.
template <unsigned threads, unsigned quads, class Thread>
CODAG_DEVICE void stage_words(const Thread& t, unsigned rank, const chunk_words<Thread>& source,
                              std::uint32_t from, std::uint32_t count, word_quad (&to)[quads]) {
  if (count == 0) return;
  const chunk_quads<Thread> in_memory(t, source);
  const quad_place place = in_memory.place(from, count);
  CODAG_NO_UNROLL
  for (std::uint32_t i = rank; i < place.count; i += threads)
    in_memory.copy_async(place.first + i, to[i]);
  if (place.count == 0) {
    // The chunk begins between two words, or its last quad is not whole.
    std::uint32_t* const words = to[0].words + place.offset;
    CODAG_NO_UNROLL
    for (std::uint32_t i = rank; i < count; i += threads) words[i] = source(from + i);
  }
}

}  // namespace codag::bit_packing
