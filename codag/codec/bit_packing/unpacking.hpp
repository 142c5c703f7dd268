// How a thread finds a block's packed value: section 4.2's loop and its optimization 3, and section
// 4.3's single width.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/bit_packing/device_chunk.hpp"
#include "codag/codec/bit_packing/frame_format.hpp"

namespace codag::bit_packing {

/// Packed value `index` of a frame of 4 x 32 values, whose packed values begin at word `at`: lines
/// 4 to 17 of Algorithm 1. Each thread adds up the widths of the miniblocks before its own.
template <stored_value Stored, class Read>
CODAG_DEVICE Stored packed_value(const Read& read, std::uint32_t at, std::uint32_t widths,
                                 std::uint32_t index) {
  for (std::uint32_t m = index / 32; m > 0; --m) {
    at += widths & 0xff;
    widths >>= 8;
  }
  const std::uint32_t width = widths & 0xff;
  return unpack<Stored>(read, at, width * (index % 32), width);
}

/// Optimization 1 alone.
struct loop_over_widths {
  static constexpr const char* name = "shared";
  static constexpr bool precomputes = false;
  template <stored_value Stored, class Read>
  static CODAG_DEVICE Stored value(const Read& read, std::uint32_t at, std::uint32_t widths,
                                   std::uint32_t index) {
    return packed_value<Stored>(read, at, widths, index);
  }
};

/// Optimization 3: some threads compute the offset of every miniblock once.
struct precomputed_offsets {
  static constexpr const char* name = "offsets";
  static constexpr bool precomputes = true;
};

/// "Bit-packing without miniblocks" (section 4.3): if all widths of a block are the same, values
/// need no miniblocks. A block with other widths is decoded as with loop_over_widths.
struct one_width {
  static constexpr const char* name = "one_width";
  static constexpr bool precomputes = false;
  template <stored_value Stored, class Read>
  static CODAG_DEVICE Stored value(const Read& read, std::uint32_t at, std::uint32_t widths,
                                   std::uint32_t index) {
    const std::uint32_t width = widths & 0xff;
    if (widths != width * 0x01010101) return packed_value<Stored>(read, at, widths, index);
    return unpack<Stored>(read, at, width * index, width);
  }
};

}  // namespace codag::bit_packing
