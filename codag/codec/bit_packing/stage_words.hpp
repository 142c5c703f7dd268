// stage_words: a group of threads copies words of a chunk to shared memory.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"

namespace codag::bit_packing {

/// Copies `count` words of the chunk, from word `from` on. All threads of the group call it alike.
/// A thread has up to `at_once` loads in flight before it waits for the first of them, so that a
/// tile waits for memory once and not once per load.
template <unsigned threads, unsigned at_once, class Words>
CODAG_DEVICE void stage_words(unsigned rank, const Words& source, std::uint32_t from,
                              std::uint32_t count, std::uint32_t* to) {
  CODAG_NO_UNROLL
  for (std::uint32_t first = rank; first < count; first += at_once * threads) {
    std::uint32_t words[at_once];
    CODAG_UNROLL
    for (unsigned k = 0; k < at_once; ++k)
      if (first + k * threads < count) words[k] = source(from + first + k * threads);
    CODAG_UNROLL
    for (unsigned k = 0; k < at_once; ++k)
      if (first + k * threads < count) to[first + k * threads] = words[k];
  }
}

/// How many words of a tile of up to `capacity` words a thread loads at once: all that it loads, or
/// those of a turn, in as few turns as registers allow.
template <unsigned threads>
CODAG_HOST_DEVICE constexpr unsigned loads_at_once(unsigned capacity) {
  constexpr unsigned most = 6;
  const unsigned each = (capacity + threads - 1) / threads;
  const unsigned turns = (each + most - 1) / most;
  return (each + turns - 1) / turns;
}

}  // namespace codag::bit_packing
