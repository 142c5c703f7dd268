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

/// The bytes of a window that may end a varint: those below 0x80. In shared memory.
struct varint_ends {
  static constexpr std::uint32_t bytes_per_lane = 8;
  static constexpr std::uint32_t window_bytes = bytes_per_lane * simt::warp_size;
  static_assert(window_bytes <= 256, "a byte holds a place");

  std::uint8_t places[window_bytes];  ///< counted from the window's first byte

  /// What a lane has seen: its bytes, and the number of ends before them and in the whole window.
  struct seen {
    std::uint32_t bytes[2];
    std::uint32_t before, total;
  };

  /// Fills `places` from a window. Collective over the warp. Lanes read the places after the next
  /// barrier.
  template <class Warp>
  CODAG_DEVICE seen find(const Warp& warp, const next_bytes& window,
                         const low_byte_choice& choice) {
    const std::uint32_t first = bytes_per_lane * warp.rank();
    seen mine;
    window.words(first, mine.bytes);
    const std::uint32_t low = integer::varint_ends(mine.bytes[0]);
    const std::uint32_t high = integer::varint_ends(mine.bytes[1]);
    const std::uint32_t low_count = popcount(low);
    const std::uint32_t count = popcount(low | high >> 1);
    mine.before = warp.exclusive_sum(count, mine.total);
    std::uint8_t* own = places + mine.before;
    const std::uint32_t numbers = 0x03020100 + first * 0x01010101;
    const std::uint32_t low_places = choice.pack(warp, numbers, low);
    const std::uint32_t high_places = choice.pack(warp, numbers + 0x04040404, high);
    const std::uint64_t all = low_places | static_cast<std::uint64_t>(high_places) << 8 * low_count;
    for (unsigned k = 0; k < bytes_per_lane; ++k)
      if (k < count) own[k] = static_cast<std::uint8_t>(all >> 8 * k);
    return mine;
  }
};

}  // namespace codag
