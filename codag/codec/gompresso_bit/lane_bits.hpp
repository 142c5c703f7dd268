// The bits of a sub-block, which one lane reads.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag::gompresso_bit {

/// Reads nothing outside the chunk, and zeros after its end. The lowest bit comes first.
template <class Thread>
class lane_bits {
 public:
  /// From bit `at` of the chunk on.
  CODAG_DEVICE lane_bits(const Thread& t, const compressed_words& words, std::uint32_t at)
      : thread_(t), words_(words) {
    const std::uint32_t bit = words.begin_bit() + at;
    next_ = bit / 32;
    bits_ = words_.load(thread_, next_++) >> bit % 32;
    held_ = 32 - bit % 32;
  }

  /// At least 32 bits, of which the next one is the lowest.
  CODAG_DEVICE std::uint32_t look() {
    if (held_ < 32) {
      bits_ |= static_cast<std::uint64_t>(words_.load(thread_, next_++)) << held_;
      held_ += 32;
    }
    return static_cast<std::uint32_t>(bits_);
  }
  /// Takes some of the bits that look() has given.
  CODAG_DEVICE void take(unsigned count) {
    bits_ >>= count;
    held_ -= count;
    taken_ += count;
  }
  /// Takes `count` of those bits, at most 16, and returns them.
  CODAG_DEVICE std::uint32_t take_low(unsigned count) {
    const std::uint32_t low = static_cast<std::uint32_t>(bits_) & ((1u << count) - 1);
    take(count);
    return low;
  }
  CODAG_DEVICE std::uint32_t taken() const { return taken_; }

 private:
  const Thread& thread_;
  const compressed_words& words_;
  std::uint64_t bits_;
  std::uint32_t held_;       // how many bits those are
  std::uint32_t next_;       // the word after them
  std::uint32_t taken_ = 0;  // so far
};

}  // namespace codag::gompresso_bit
