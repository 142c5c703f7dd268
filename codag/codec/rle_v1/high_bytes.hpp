// The bytes of a window whose high bit is set, as the lanes of a warp see them.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/stream/next_bytes.hpp"

namespace codag::rle_v1 {

/// How many of the next `bytes` bytes are the chunk's.
template <class Window>
CODAG_DEVICE std::uint32_t bytes_among(const Window& in, std::uint32_t bytes) {
  const std::uint32_t left = in.bytes_left();
  return left < bytes ? left : bytes;
}

/// A lane's 32 bytes of a window. They are aligned, so lane 0's begin up to 15 bytes before the
/// window.
class high_bytes {
 public:
  static constexpr unsigned bytes_per_lane = 32;

  /// Only the window's first `limit` bytes count.
  CODAG_DEVICE high_bytes(const next_bytes& window, unsigned lane, std::uint32_t limit)
      : first_(bytes_per_lane * lane - window.bytes_before_quad()) {
    constexpr unsigned quads = bytes_per_lane / sizeof(word_quad);
    CODAG_UNROLL
    for (unsigned q = quads; q-- > 0;) {
      const word_quad quad = window.aligned_quad(quads * lane + q);
      for (unsigned k = 4; k-- > 0;)
        flags_ = funnel_shift_left(flags_, four_flags(quad.words[k]), 4);
    }
    inside_ = before(limit);
    if (lane == 0) inside_ &= ~std::uint32_t{0} << (0 - first_);
    flags_ &= inside_;
  }

  /// Bit k: whether the lane's byte k is in the window and has its high bit set.
  [[nodiscard]] CODAG_DEVICE std::uint32_t flags() const { return flags_; }
  /// Bit k: whether it is in the window and may end a varint.
  [[nodiscard]] CODAG_DEVICE std::uint32_t ends() const { return inside_ & ~flags_; }
  /// The byte of the window that the lane's byte k is.
  [[nodiscard]] CODAG_DEVICE std::uint32_t place(unsigned k) const { return first_ + k; }
  /// The bits of the lane's bytes before a place of the window.
  [[nodiscard]] CODAG_DEVICE std::uint32_t before(std::uint32_t place) const {
    const auto count = static_cast<std::int32_t>(place - first_);
    return count < 0 ? 0 : low_bits(count < 32 ? static_cast<unsigned>(count) : 32);
  }

 private:
  std::uint32_t first_;  // where the lane's bytes begin in the window; it may be below 0
  std::uint32_t flags_ = 0, inside_;
};

}  // namespace codag::rle_v1
