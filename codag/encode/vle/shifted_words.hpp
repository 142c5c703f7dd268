// Moving bits to where they belong in the stream, word by word.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"

namespace codag::vle {

/// Calls put(word, value, whole) for each word of the stream that `bits` bits touch, if they begin
/// at bit `at` of it. word_of(i) is the i-th word of these bits, filled with 0; after the last one
/// it is 0. The first and the last word may also have bits of others, so they are never called
/// whole.
template <class WordOf, class Put>
CODAG_DEVICE void put_shifted(std::uint64_t at, std::uint32_t bits, const WordOf& word_of,
                              const Put& put) {
  if (bits == 0) return;
  const std::uint64_t first = at / 32;
  const auto shift = static_cast<std::uint32_t>(at % 32);
  const std::uint32_t last = (shift + bits - 1) / 32;
  std::uint32_t before = 0;
  for (std::uint32_t i = 0; i <= last; ++i) {
    const std::uint32_t here = word_of(i);
    put(first + i, funnel_shift_left(here, before, shift), i > 0 && i < last);
    before = here;
  }
}

}  // namespace codag::vle
