// Chunks of 32-bit words for the tests of gpu_for, gpu_dfor and gpu_rfor.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <span>
#include <vector>

namespace codag::test {

inline std::vector<std::byte> of_words(std::span<const std::uint32_t> words) {
  const auto bytes = std::as_bytes(words);
  return {bytes.begin(), bytes.end()};
}
inline std::vector<std::byte> of_words(std::initializer_list<std::uint32_t> words) {
  return of_words(std::span(words.begin(), words.size()));
}

inline std::vector<std::uint32_t> to_words(std::span<const std::byte> bytes) {
  std::vector<std::uint32_t> words(bytes.size() / 4);
  if (!words.empty()) std::memcpy(words.data(), bytes.data(), 4 * words.size());
  return words;
}

/// A column of these integers.
template <class T>
std::vector<std::byte> of_values(std::initializer_list<T> values) {
  const auto bytes = std::as_bytes(std::span(values.begin(), values.size()));
  return {bytes.begin(), bytes.end()};
}

}  // namespace codag::test
