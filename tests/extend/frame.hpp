// "frame": frame of reference with bit packing, for bytes. A toy codec for the tests of extension.
//
// A chunk is tiles of 128 values, the last one shorter. A tile is its least value (one byte), the
// width of what is left (one byte, 0 to 8), and the values less the least, packed from the low bit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "codag/codec/codec.hpp"

namespace codag::extend {

inline constexpr std::uint32_t tile_values = 128;

/// Bytes of a tile's packed values.
constexpr std::uint32_t packed_bytes(std::uint32_t values, std::uint32_t width) {
  return (values * width + 7) / 8;
}

/// The row for the registry of codecs.
codec frame_codec();

}  // namespace codag::extend
