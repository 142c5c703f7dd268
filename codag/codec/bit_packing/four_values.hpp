// Four packed values in a row, unpacked by one lane.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/codec/bit_packing/frame_format.hpp"

namespace codag::bit_packing {

/// The words that four packed values of up to `most_width` bits reach into, from any bit of the
/// first one on.
template <unsigned most_width>
inline constexpr unsigned words_of_four = packed_words(1, 31 + 4 * most_width);

/// Removes the lowest `count` bits, 0 to 32, from a number of `from` words, and keeps `kept` words.
template <unsigned from, unsigned kept, unsigned room>
CODAG_DEVICE void remove_bits(std::uint32_t (&words)[room], unsigned count) {
  static_assert(kept <= from && from <= room);
  CODAG_UNROLL
  for (unsigned k = 0; k < kept; ++k)
    words[k] = funnel_shift_right_whole(words[k], k + 1 < from ? words[k + 1] : 0, count);
}

/// Unpacks the values of `width` bits, at most `most_width`, that begin at bit `bit` of word `at`.
/// `words` points to memory that has words_of_four<most_width> words from at + bit / 32 on: all are
/// read, whatever the width.
template <unsigned most_width, stored_value Stored>
CODAG_DEVICE void unpack_four(const std::uint32_t* words, std::uint32_t at, std::uint32_t bit,
                              std::uint32_t width, Stored (&values)[4]) {
  static_assert(most_width <= max_width<Stored>);
  // The bits of all values, from bit 0 on.
  constexpr unsigned all = packed_words(4, most_width);
  const std::uint32_t* const from = words + at + bit / 32;
  std::uint32_t bits[all];
  CODAG_UNROLL
  for (unsigned k = 0; k < all; ++k)
    bits[k] = funnel_shift_right(from[k], k + 1 < words_of_four<most_width> ? from[k + 1] : 0, bit);
  // A width above 32 has bits in the low word and in the high one.
  const std::uint32_t low = most_width > 32 && width > 32 ? 32 : width, high = width - low;
  const auto first_value = [&]() -> Stored {
    if constexpr (most_width > 32)
      return static_cast<Stored>(bits[1] & low_bits(high)) << 32 | (bits[0] & low_bits(low));
    else
      return bits[0] & low_bits(low);
  };
  // Removes the value before value i, and so leaves what the values from i on may take.
  const auto value = [&]<unsigned i>() {
    constexpr unsigned before = packed_words(5 - i, most_width),
                       left = packed_words(4 - i, most_width);
    if constexpr (most_width > 32) remove_bits<before, before>(bits, high);
    remove_bits<before, left>(bits, low);
    return first_value();
  };
  values[0] = first_value();
  values[1] = value.template operator()<1>();
  values[2] = value.template operator()<2>();
  values[3] = value.template operator()<3>();
}

}  // namespace codag::bit_packing
