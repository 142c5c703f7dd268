// code_range: where codes of a range begin in a stream, without a look-up.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/codec/deflate/common_length.hpp"
#include "codag/codec/deflate/stage_words.hpp"

namespace codag::deflate {

/// Finds where the literals of a common length begin: their codes are a range.
class code_range {
  static constexpr unsigned code_bits = common_length::code_bits;

 public:
  /// Of the range's last code and of its first one: each bit, from the lowest on, as a whole word.
  /// Aligned, so that it is loaded four words at a time.
  struct alignas(16) storage {
    std::uint32_t last[code_bits], first[code_bits];
  };

  /// Stores the range to shared memory. No lane reads what was there before. Collective.
  template <class Warp>
  CODAG_DEVICE code_range(const Warp& warp, const common_length& common, storage& s) : s_(s) {
    const unsigned k = warp.rank();
    if (k < code_bits) {
      s.last[k] = 0 - ((common.first + common.codes - 1) >> k & 1);
      s.first[k] = 0 - (common.first >> k & 1);
    }
    // The range is there before a lane reads it.
    warp.sync();
  }

  /// Bit i: such a code begins i bits after bit `bit` of the staged words.
  [[nodiscard]] CODAG_DEVICE std::uint64_t begins_from(const std::uint32_t* staged,
                                                       std::uint32_t bit) const {
    const std::uint32_t* const words = staged + word_of(bit);
    const std::uint32_t w1 = words[1], w2 = words[2];
    const std::uint32_t low = funnel_shift_right(words[0], w1, bit);
    const std::uint32_t high = funnel_shift_right(w1, w2, bit);
    const std::uint32_t after = funnel_shift_right(w2, words[3], bit);
    const storage range = s_;
    return std::uint64_t{begins_in(range, high, after)} << 32 | begins_in(range, low, high);
  }

 private:
  /// 32 comparisons at once, bit by bit, from a code's lowest bit on, which is last in the stream.
  static CODAG_DEVICE std::uint32_t begins_in(const storage& range, std::uint32_t bits,
                                              std::uint32_t after) {
    std::uint32_t up_to_last = ~0u, below_first = 0;
    CODAG_UNROLL
    for (unsigned k = 0; k < code_bits; ++k) {
      const std::uint32_t zeros = ~funnel_shift_right(bits, after, code_bits - 1 - k);
      up_to_last = majority(zeros, up_to_last, range.last[k]);
      below_first = majority(zeros, below_first, range.first[k]);
    }
    return up_to_last & ~below_first;
  }
  static CODAG_DEVICE std::uint32_t majority(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    return (a & b) | (a & c) | (b & c);
  }

  const storage& s_;
};

}  // namespace codag::deflate
