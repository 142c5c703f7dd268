// Packs values into 32-bit words, for host encoders.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

namespace codag::bit_packing {

/// Hands each word to store(word) when it is full. A word is filled from its lowest bit.
template <class Store>
class bit_packer {
 public:
  explicit bit_packer(Store store) : store_(std::move(store)) {}

  /// Appends the low `width` bits of a value that has no others. The width is 0 to 64.
  void put(std::uint64_t value, unsigned width) {
    // At most 32 bits at a time, so that they fit beside the bits of the unfinished word.
    append(value & 0xffffffff, std::min(width, 32u));
    if (width > 32) append(value >> 32, width - 32);
  }

  /// Stores the last word if it is not full, with zeros for the rest.
  void finish() {
    if (used_ > 0) store_(static_cast<std::uint32_t>(bits_));
    bits_ = used_ = 0;
  }

 private:
  void append(std::uint64_t bits, unsigned count) {
    bits_ |= bits << used_;
    used_ += count;
    if (used_ < 32) return;
    store_(static_cast<std::uint32_t>(bits_));
    bits_ >>= 32;
    used_ -= 32;
  }

  Store store_;
  std::uint64_t bits_ = 0;  ///< of the word that is not full yet
  unsigned used_ = 0;       ///< below 32
};

}  // namespace codag::bit_packing
