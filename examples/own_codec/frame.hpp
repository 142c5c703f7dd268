// "frame": frame of reference with bit packing, for bytes. A small codec that shows how to add one.
//
// A chunk consists of tiles of 128 values; the last tile may be shorter. A tile has its minimum
// (one byte), a bit width (one byte, 0 to 8), and the differences from the minimum, packed with
// that width from the low bit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "codag/annotate.hpp"
#include "codag/codec/codec.hpp"

namespace codag::extend {

inline constexpr std::uint32_t tile_values = 128;

/// The number of bytes of a tile's packed values.
CODAG_HOST_DEVICE constexpr std::uint32_t packed_bytes(std::uint32_t values, std::uint32_t width) {
  return (values * width + 7) / 8;
}

/// The row for the registry of codecs.
codec frame_codec();

}  // namespace codag::extend
