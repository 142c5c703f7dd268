// Values of up to 8 bits, bit-packed in a window, that a lane reads four at once.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/simt/simt.hpp"
#include "codag/stream/next_bytes.hpp"

namespace codag::rle_v2 {

/// Bits are counted from the high end of each byte, and from the window's first byte.
struct packed_bytes {
  next_bytes window;
  std::uint32_t width;  ///< of a value, 1 to 8

  CODAG_DEVICE packed_bytes(const next_bytes& in, std::uint32_t bits) : window(in), width(bits) {}

  /// The whole bytes of `count` values.
  [[nodiscard]] CODAG_DEVICE std::uint32_t bytes_of(std::uint32_t count) const {
    return (count * width + 7) / 8;
  }
  /// Value i of those from bit `begin` on.
  [[nodiscard]] CODAG_DEVICE std::uint32_t one(std::uint32_t begin, std::uint32_t i) const {
    return window.high_first(begin + i * width) >> (32 - width);
  }

  /// A lane's values, four at a time. The next four are `stride` values further: those between are
  /// the other lanes'.
  class quads {
   public:
    static constexpr std::uint32_t stride = 4 * simt::warp_size;
    static_assert(stride % 32 == 0, "so many values are whole words, whatever their width");

    CODAG_DEVICE quads(const packed_bytes& values, std::uint32_t begin, std::uint32_t i)
        : at_(values.window.bits_from(begin + i * values.width)),
          width_(values.width),
          mask_(((1u << values.width) - 1) * 0x01010101) {}

    /// The next four, in the bytes of a word.
    CODAG_DEVICE std::uint32_t next() {
      // The shifts leave each value at the high end of a half, then of a byte. What is below it in
      // that half or byte is cleared at the end. The first and third value are in place.
      const std::uint32_t four = at_.high_first();
      at_.skip_words(stride / 32 * width_);
      const std::uint32_t pairs = byte_permute(four, four << 2 * width_, 0x7632);
      return byte_permute(pairs, pairs << width_, 0x7351) >> (8 - width_) & mask_;
    }

   private:
    moving_bits at_;
    std::uint32_t width_, mask_;
  };
  /// From value i on, of those from bit `begin` on.
  [[nodiscard]] CODAG_DEVICE quads quads_from(std::uint32_t begin, std::uint32_t i) const {
    return {*this, begin, i};
  }
};

}  // namespace codag::rle_v2
