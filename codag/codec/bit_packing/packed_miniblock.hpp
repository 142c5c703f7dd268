// What a thread has to know of a miniblock to unpack a value of it.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/bit_packing/four_values.hpp"
#include "codag/codec/bit_packing/frame_format.hpp"
#include "codag/codec/bit_packing/packed_values.hpp"

namespace codag::bit_packing {

/// A miniblock in shared memory. All zeros mean that there is no miniblock; its values are then 0.
template <stored_value Stored>
struct alignas(2 * sizeof(Stored)) packed_miniblock : packed_values {
  Stored reference;  ///< of its frame

  packed_miniblock() = default;

  /// Miniblock `number` of the frame whose packed values begin at word `at`, and which has these
  /// widths. A miniblock has 32 values, or 32 * `scale`.
  CODAG_DEVICE packed_miniblock(std::uint32_t at, std::uint32_t widths, unsigned number,
                                Stored of_frame, unsigned scale = 1)
      // Byte m of the product is the sum of the widths before m: at most 3 x 64, which is no carry.
      : packed_values(at + scale * width_of(widths * 0x01010100u, number),
                      width_of(widths, number)),
        reference(of_frame) {}

  /// What was packed as value `i`, as packed_values::value().
  template <class Read>
  [[nodiscard]] CODAG_DEVICE Stored value(const Read& read, unsigned i) const {
    return packed_values::value<Stored>(read, i);
  }

  /// The same for values `i` to i + count - 1, of up to `most_width` bits. Values of 4 bytes are
  /// unpacked four at a time, if `count` allows. Then words_of_four<most_width> words are read from
  /// the first value's on, whatever the width.
  template <unsigned most_width, unsigned count>
  CODAG_DEVICE void values(const std::uint32_t* words, unsigned i, Stored (&to)[count]) const {
    if constexpr (sizeof(Stored) == 4 && count % 4 == 0) {
      CODAG_UNROLL
      for (unsigned k = 0; k < count; k += 4) {
        Stored four[4];
        unpack_four<most_width>(words, first_word(), width() * (i + k), width(), four);
        CODAG_UNROLL
        for (unsigned j = 0; j < 4; ++j) to[k + j] = four[j];
      }
    } else {
      CODAG_UNROLL
      for (unsigned k = 0; k < count; ++k)
        to[k] = value([words](std::uint32_t w) { return words[w]; }, i + k);
    }
  }
};

}  // namespace codag::bit_packing
