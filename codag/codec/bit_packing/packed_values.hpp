// Where packed values of one width are in shared memory.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/codec/bit_packing/device_chunk.hpp"
#include "codag/codec/bit_packing/frame_format.hpp"

namespace codag::bit_packing {

/// Values of one width, one after the other. All zeros mean values of no bits, which are 0.
struct packed_values {
  std::uint32_t place;  ///< the first word, and the width from bit 16 on

  packed_values() = default;
  CODAG_DEVICE packed_values(std::uint32_t first_word, std::uint32_t width)
      : place(first_word | width << 16) {}
  /// The first word has 16 bits.
  static constexpr unsigned most_words = 1u << 16;

  [[nodiscard]] CODAG_DEVICE std::uint32_t first_word() const { return place & 0xffff; }
  [[nodiscard]] CODAG_DEVICE std::uint32_t width() const { return place >> 16; }

  /// Value `i`, from the words that read(i) gives. One word more than the value may reach into is
  /// read, and not used.
  template <stored_value Stored, class Read>
  [[nodiscard]] CODAG_DEVICE Stored value(const Read& read, unsigned i) const {
    const std::uint32_t at = first_word(), bit = width() * i;
    if constexpr (sizeof(Stored) == 4) {
      const std::uint32_t first = at + bit / 32;
      return lowest_bits(funnel_shift_right(read(first), read(first + 1), bit), width());
    } else {
      return unpack<Stored>(read, at, bit, width());
    }
  }
};

}  // namespace codag::bit_packing
