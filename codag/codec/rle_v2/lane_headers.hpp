// lane_headers: where short symbols would end that begin with a lane's bytes of a window.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/codec/integer/device_varint.hpp"
#include "codag/codec/integer/varint.hpp"
#include "codag/codec/rle_v2/little_endian_header.hpp"
#include "codag/codec/rle_v2/rle_v2.hpp"
#include "codag/simt/simt.hpp"
#include "codag/stream/next_bytes.hpp"

namespace codag::rle_v2 {

/// Short symbols are short repeats, and deltas without packed values: their own bytes say where
/// they end. A lane has eight bytes of a window of 256.
class lane_headers {
 public:
  static constexpr std::uint32_t per_lane = 8, window_bytes = per_lane * simt::warp_size;
  /// The bytes of the longest short symbol: a delta's header, and its two varints.
  static constexpr std::uint32_t most_bytes = 2 + 2 * integer::max_varint_bytes;
  /// After the window, or not known.
  static constexpr std::uint32_t none = ~0u;

  /// Collective over the warp.
  template <class Warp>
  CODAG_DEVICE lane_headers(const Warp& warp, const next_bytes& window)
      : first_(per_lane * warp.rank()) {
    window.words(first_, bytes_);
    static_assert(per_lane - 1 + most_bytes <= 32);
    const std::uint32_t own =
        integer::varint_end_bits(bytes_[0]) | integer::varint_end_bits(bytes_[1]) << 4;
    const std::uint32_t one_after = warp.shuffle_down(own, 1);
    const std::uint32_t two = own | (warp.rank() < simt::warp_size - 1 ? one_after << 8 : 0);
    const std::uint32_t two_after = warp.shuffle_down(two, 2);
    ends_ = two | (warp.rank() < simt::warp_size - 2 ? two_after << 16 : 0);
  }

  /// Whether a symbol with this first byte is short.
  static CODAG_DEVICE constexpr bool is_short(std::uint32_t byte) {
    return byte < 0x40 || (byte & 0xfe) == 0xc0;
  }
  /// The values of a short symbol with this header.
  static CODAG_DEVICE constexpr std::uint32_t length(std::uint32_t head) {
    const std::uint32_t repeat = (head & 7) + min_repeat, run = run_length(head);
    return (head & 0x80) == 0 ? repeat : run;
  }

  /// The place in the window after the short symbol that would begin with byte k. Both kinds are
  /// computed, so that the lanes need not part.
  [[nodiscard]] CODAG_DEVICE std::uint32_t after(unsigned k) const {
    const std::uint32_t byte = bytes_[k / 4] >> 8 * (k % 4) & 0xff;
    const bool repeats = byte < 0x40, is_delta = (byte & 0xfe) == 0xc0;
    const std::uint32_t after_repeat = 2 + (byte >> 3 & 7);  // 1 to 8 bytes
    // A delta has two varints after the two bytes of its header.
    const std::uint32_t varints = ends_ >> (k + 2), second = varints & (varints - 1);
    const std::uint32_t after_delta = 3 + lowest_bit(second);
    const std::uint32_t bytes = repeats ? after_repeat : after_delta;
    return repeats | (is_delta & (second != 0)) ? first_ + k + bytes : none;
  }

 private:
  std::uint32_t first_;
  std::uint32_t bytes_[2];
  /// Which of this lane's bytes, and of the 24 after them in the window, may end a varint: a bit
  /// for each, the first one lowest. A delta's varints have up to 20 bytes.
  std::uint32_t ends_;
};

}  // namespace codag::rle_v2
