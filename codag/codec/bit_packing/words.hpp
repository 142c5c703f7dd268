// 32-bit little-endian words in memory of any alignment, for host encoders and reference decoders.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace codag::bit_packing {

static_assert(std::endian::native == std::endian::little, "words are stored as they are");

/// Word `index` of the bytes, which hold it.
inline std::uint32_t load_word(std::span<const std::byte> words, std::size_t index) {
  std::uint32_t word;
  std::memcpy(&word, words.subspan(4 * index, 4).data(), 4);
  return word;
}

inline void store_word(std::span<std::byte> words, std::size_t index, std::uint32_t word) {
  std::memcpy(words.subspan(4 * index, 4).data(), &word, 4);
}

/// A value of 32 or 64 bits from word `index` on, the low word first.
template <class Stored>
Stored load_value(std::span<const std::byte> words, std::size_t index) {
  Stored value;
  std::memcpy(&value, words.subspan(4 * index, sizeof value).data(), sizeof value);
  return value;
}

template <class Stored>
void store_value(std::span<std::byte> words, std::size_t index, Stored value) {
  std::memcpy(words.subspan(4 * index, sizeof value).data(), &value, sizeof value);
}

}  // namespace codag::bit_packing
