// Comparing a chunk with itself, for the parses.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace codag::gompresso {

static_assert(std::endian::native == std::endian::little, "a word's first byte is its lowest");

/// The little-endian word at `at`; all of its bytes are there.
template <class Word>
Word load(std::span<const std::byte> raw, std::size_t at) {
  Word word;
  std::memcpy(&word, raw.data() + at, sizeof word);
  return word;
}

/// How many bytes from `from` on and from `at` on are the same, at most `most`; both have so many.
inline std::size_t common_bytes(std::span<const std::byte> raw, std::size_t from, std::size_t at,
                                std::size_t most) {
  std::size_t length = 0;
  for (; length + 8 <= most; length += 8) {
    const auto differ =
        load<std::uint64_t>(raw, from + length) ^ load<std::uint64_t>(raw, at + length);
    if (differ != 0) return length + static_cast<std::size_t>(std::countr_zero(differ)) / 8;
  }
  while (length < most && raw[from + length] == raw[at + length]) ++length;
  return length;
}

}  // namespace codag::gompresso
