// A chunk of a format that consists of 32-bit words, counted from the chunk's first byte.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"

namespace codag {

/// Gives the words of a chunk in global memory. The chunk may begin at any byte. A chunk that
/// begins at a word is read by whole words. That is the case for every chunk of a column whose
/// chunks are whole numbers of words.
template <class Thread>
class chunk_words {
 public:
  CODAG_DEVICE chunk_words(const Thread& t, const std::byte* data, std::uint32_t bytes)
      : thread_(t),
        data_(data),
        bytes_(bytes),
        aligned_(reinterpret_cast<std::uintptr_t>(data) % 4 == 0) {}

  /// Whether the chunk is a whole number of words.
  CODAG_DEVICE bool whole() const { return bytes_ % 4 == 0; }
  CODAG_DEVICE std::uint32_t count() const { return bytes_ / 4; }
  CODAG_DEVICE const std::byte* data() const { return data_; }

  /// Word `index`, which is below count(). Words are little-endian.
  CODAG_DEVICE std::uint32_t operator()(std::uint32_t index) const {
    if (aligned_) return thread_.load(reinterpret_cast<const std::uint32_t*>(data_) + index);
    const auto* byte = reinterpret_cast<const std::uint8_t*>(data_) + 4 * index;
    std::uint32_t word = 0;
    for (unsigned k = 0; k < 4; ++k)
      word |= static_cast<std::uint32_t>(thread_.load(byte + k)) << 8 * k;
    return word;
  }

 private:
  const Thread& thread_;
  const std::byte* data_;
  std::uint32_t bytes_;
  bool aligned_;
};

}  // namespace codag
