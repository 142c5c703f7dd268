// stage_words: a group of threads copies words of a chunk to shared memory.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/stream/chunk_quads.hpp"
#include "codag/stream/chunk_words.hpp"

namespace codag::bit_packing {

/// The quads of shared memory for a run of up to `words` words. It may begin at any of the four
/// words of its first quad. Two words after its last one may be read; they are not used.
CODAG_HOST_DEVICE constexpr unsigned quads_for(unsigned words) {
  return (3 + words + 2 + 3) / 4;
}

/// How many quads each thread loads at once: all that it loads, or those of a turn, in as few turns
/// as registers allow.
template <unsigned threads>
CODAG_HOST_DEVICE constexpr unsigned loads_at_once(unsigned quads) {
  constexpr unsigned most = 4;
  const unsigned each = (quads + threads - 1) / threads;
  const unsigned turns = (each + most - 1) / most;
  return (each + turns - 1) / turns;
}

/// Copies `count` words of the chunk, from word `from` on, to shared memory. All threads of the
/// group call it alike. Returns the first word's index in shared memory. It is 0 to 3, the word's
/// place in its quad of global memory. So a thread copies whole quads. All loads of a turn are in
/// flight before a thread waits for the first of them.
template <unsigned threads, unsigned quads, class Thread>
CODAG_DEVICE std::uint32_t stage_words(const Thread& t, unsigned rank,
                                       const chunk_words<Thread>& source, std::uint32_t from,
                                       std::uint32_t count, word_quad (&to)[quads]) {
  if (count == 0) return 0;
  const chunk_quads<Thread> in_memory(t, source);
  const quad_place place = in_memory.place(from, count);
  constexpr unsigned at_once = loads_at_once<threads>(quads);
  CODAG_NO_UNROLL
  for (std::uint32_t first = rank; first < place.count; first += at_once * threads) {
    word_quad loaded[at_once];
    CODAG_UNROLL
    for (unsigned k = 0; k < at_once; ++k)
      if (first + k * threads < place.count)
        loaded[k] = in_memory(place.first + first + k * threads);
    CODAG_UNROLL
    for (unsigned k = 0; k < at_once; ++k)
      if (first + k * threads < place.count) to[first + k * threads] = loaded[k];
  }
  if (place.count == 0) {
    // The chunk begins between two words, or its last quad is not whole.
    std::uint32_t* const words = to[0].words + place.offset;
    CODAG_NO_UNROLL
    for (std::uint32_t i = rank; i < count; i += threads) words[i] = source(from + i);
  }
  return place.offset;
}

}  // namespace codag::bit_packing
