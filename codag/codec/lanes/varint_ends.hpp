// Where the varints of a window end.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/codec/integer/device_varint.hpp"
#include "codag/codec/lanes/byte_choice.hpp"
#include "codag/simt/simt.hpp"
#include "codag/stream/next_bytes.hpp"

namespace codag {

/// A lane's eight bytes of a window, and which of them may end a varint: those below 0x80.
struct lane_varint_ends {
  static constexpr std::uint32_t bytes_per_lane = 8;
  /// The bytes of all lanes.
  static constexpr std::uint32_t window_bytes = bytes_per_lane * simt::warp_size;
  static_assert(window_bytes <= 256, "a byte holds a place");

  std::uint32_t bytes[2];
  std::uint32_t count;          ///< how many
  std::uint32_t before, total;  ///< how many before this lane's bytes, and in the whole window
  /// Where they are, counted from the window's first byte: a byte for each, the first one lowest.
  std::uint64_t places;

  /// Collective over the warp.
  template <class Warp>
  CODAG_DEVICE lane_varint_ends(const Warp& warp, const next_bytes& window,
                                const low_byte_choice& choice) {
    const std::uint32_t first = bytes_per_lane * warp.rank();
    window.words(first, bytes);
    const std::uint32_t low = integer::varint_ends(bytes[0]);
    const std::uint32_t high = integer::varint_ends(bytes[1]);
    const std::uint32_t low_count = popcount(low);
    count = popcount(low | high >> 1);
    before = warp.exclusive_sum(count, total);
    const std::uint32_t numbers = 0x03020100 + first * 0x01010101;
    const std::uint32_t low_places = choice.pack(warp, numbers, low);
    const std::uint32_t high_places = choice.pack(warp, numbers + 0x04040404, high);
    places = low_places | static_cast<std::uint64_t>(high_places) << 8 * low_count;
  }
};

/// The bytes of a window that may end a varint. In shared memory.
struct varint_ends {
  static constexpr std::uint32_t window_bytes = lane_varint_ends::window_bytes;

  std::uint8_t places[window_bytes];  ///< counted from the window's first byte

  /// Fills `places` from a window. Returns what the lane has seen. Collective over the warp. Lanes
  /// read the places after the next barrier.
  template <class Warp>
  CODAG_DEVICE lane_varint_ends find(const Warp& warp, const next_bytes& window,
                                     const low_byte_choice& choice) {
    const lane_varint_ends mine(warp, window, choice);
    std::uint8_t* own = places + mine.before;
    for (unsigned k = 0; k < lane_varint_ends::bytes_per_lane; ++k)
      if (k < mine.count) own[k] = static_cast<std::uint8_t>(mine.places >> 8 * k);
    return mine;
  }
};

}  // namespace codag
