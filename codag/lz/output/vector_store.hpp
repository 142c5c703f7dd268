// store_vector: 16 bytes of a chunk's output to memory, or as many of them as there are.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag::lz {

inline constexpr std::uint32_t vector_bytes = sizeof(word_quad);

/// Stores what lies in [begin, end) of the vector at `vector`, a multiple of 16. `from` has the
/// whole vector's room. `out` is aligned to 16, and is never accessed outside [begin, end).
/// `unrolls` lets the compiler unroll the loop over single bytes: a build of Deflate's writer
/// without that was 2 to 7 % slower on an H200 than one with it, and Gompresso's was measured
/// without.
template <bool unrolls = false, class Thread>
CODAG_DEVICE void store_vector(const Thread& t, std::uint8_t* out, std::uint32_t vector,
                               const word_quad* from, std::uint32_t begin, std::uint32_t end) {
  if (vector >= begin && vector + vector_bytes <= end) {
    t.store(reinterpret_cast<word_quad*>(out + vector), *from);
    return;
  }
  // The chunk's first vector, or its last one.
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(from);
  const std::uint32_t to = vector + vector_bytes < end ? vector + vector_bytes : end;
  const auto store_byte = [&](std::uint32_t at) { t.store(out + at, bytes[at - vector]); };
  const std::uint32_t first = vector < begin ? begin : vector;
  if constexpr (unrolls) {
    for (std::uint32_t at = first; at < to; ++at) store_byte(at);
  } else {
    CODAG_NO_UNROLL
    for (std::uint32_t at = first; at < to; ++at) store_byte(at);
  }
}

}  // namespace codag::lz
