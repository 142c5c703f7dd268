// A chunk of a format that consists of 32-bit words, counted from the chunk's first byte.
#pragma once

#include <concepts>
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
  /// The chunk without its first `words` words, which it has.
  CODAG_DEVICE chunk_words after(std::uint32_t words) const {
    return {thread_, data_ + 4 * words, bytes_ - 4 * words};
  }

  /// Word `index`, which is below count(). Words are little-endian.
  CODAG_DEVICE std::uint32_t operator()(std::uint32_t index) const {
    return item<std::uint32_t>(index);
  }
  /// The same if the chunk consists of integers of 1, 2 or 4 bytes.
  template <std::unsigned_integral T>
    requires(sizeof(T) <= 4)
  CODAG_DEVICE T item(std::uint32_t index) const {
    if (sizeof(T) == 1 || aligned_) return thread_.load(reinterpret_cast<const T*>(data_) + index);
    const auto* byte = reinterpret_cast<const std::uint8_t*>(data_) + sizeof(T) * index;
    std::uint32_t item = 0;
    // Not unrolled: otherwise each thread issues these loads, switched off, for the chunks that
    // begin at a word, which nearly all do.
    CODAG_NO_UNROLL
    for (unsigned k = 0; k < sizeof(T); ++k)
      item |= static_cast<std::uint32_t>(thread_.load(byte + k)) << 8 * k;
    return static_cast<T>(item);
  }

 private:
  const Thread& thread_;
  const std::byte* data_;
  std::uint32_t bytes_;
  bool aligned_;
};

}  // namespace codag
