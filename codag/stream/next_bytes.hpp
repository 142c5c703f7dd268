// The bytes from a window's position on, which any lane reads by itself.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag {

/// 32 bits of shared memory, at a place that moves by whole words. Bits are counted from the high
/// end of each byte.
class moving_bits {
 public:
  /// At bit `at` of `words`.
  CODAG_DEVICE moving_bits(const std::uint32_t* words, std::uint32_t at)
      : from_(words + at / 32), skipped_(at) {}

  /// The 32 bits from the place on; the first is the highest.
  [[nodiscard]] CODAG_DEVICE std::uint32_t high_first() const {
    // It uses the shift modulo 32.
    return funnel_shift_left(byte_swap(from_[0]), byte_swap(from_[1]), skipped_);
  }
  CODAG_DEVICE void skip_words(std::uint32_t count) { from_ += count; }

 private:
  const std::uint32_t* from_;
  std::uint32_t skipped_;
};

/// Bytes in shared memory, counted from a position that need not be aligned. A reader may ask for
/// up to 16 bytes after those that look() made visible. They exist, but may be anything.
class next_bytes {
 public:
  /// The position is byte `skipped` of `words`.
  CODAG_DEVICE next_bytes(const std::uint32_t* words, std::uint32_t skipped)
      : words_(words), skipped_(skipped) {}

  CODAG_DEVICE std::uint8_t byte(std::uint32_t i) const {
    return reinterpret_cast<const std::uint8_t*>(words_)[skipped_ + i];
  }
  /// How many bytes before the position begin with an aligned quad.
  CODAG_DEVICE std::uint32_t bytes_before_quad() const { return skipped_ % sizeof(word_quad); }
  /// Aligned quad i: 16 bytes from 16i - bytes_before_quad() on. `words` are aligned, too.
  CODAG_DEVICE word_quad aligned_quad(std::uint32_t i) const {
    return reinterpret_cast<const word_quad*>(words_)[skipped_ / sizeof(word_quad) + i];
  }
  /// The 4 bytes from byte i on; byte i is the lowest.
  CODAG_DEVICE std::uint32_t word(std::uint32_t i) const {
    std::uint32_t one[1];
    words(i, one);
    return one[0];
  }
  /// The 4 N bytes from byte i on.
  template <unsigned N>
  CODAG_DEVICE void words(std::uint32_t i, std::uint32_t (&out)[N]) const {
    const std::uint32_t at = skipped_ + i;
    const std::uint32_t* from = words_ + at / 4;
    std::uint32_t low = from[0];
    for (unsigned k = 0; k < N; ++k) {
      const std::uint32_t high = from[k + 1];
      out[k] = funnel_shift_right(low, high, 8 * at);  // it uses the shift modulo 32
      low = high;
    }
  }
  /// The 32 bits from bit i on, where bits are counted from the high end of each byte; bit i is the
  /// highest.
  CODAG_DEVICE std::uint32_t high_first(std::uint32_t i) const { return bits_from(i).high_first(); }
  /// From bit i on, which is counted in the same way.
  CODAG_DEVICE moving_bits bits_from(std::uint32_t i) const { return {words_, 8 * skipped_ + i}; }
  /// The 4 bytes that `selector` chooses (see byte_permute) of the 8 bytes from byte i on. No
  /// choice is above 4. Up to 16 bytes before the position exist, too.
  CODAG_DEVICE std::uint32_t chosen(std::int32_t i, std::uint32_t selector) const {
    const std::int32_t at = static_cast<std::int32_t>(skipped_) + i;
    const std::uint32_t* from = words_ + (at >> 2);
    return byte_permute(from[0], from[1], selector + 0x1111 * (at & 3));
  }

 private:
  const std::uint32_t* words_;
  std::uint32_t skipped_;
};

}  // namespace codag
