// Reading a column's bytes in words.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/encode/device_encoding.hpp"

namespace codag::vle {

/// Four words that one lane loads at once.
struct alignas(16) word_quad {
  std::uint32_t words[4];
};
inline constexpr std::uint32_t quad_bytes = sizeof(word_quad);

/// The up to `size` bytes of a word or quad that begins at `at`; bytes after the values' end are 0.
template <class Words, class Thread>
CODAG_DEVICE Words load_tail(const Thread& t, const device_encoding& job, std::uint64_t at) {
  Words result{};
  auto* words = reinterpret_cast<std::uint32_t*>(&result);
  for (unsigned i = 0; i < sizeof(Words) && at + i < job.value_bytes; ++i)
    words[i / 4] |= static_cast<std::uint32_t>(t.load(job.values + at + i)) << 8 * (i % 4);
  return result;
}

/// The quad that begins at byte `at`, a multiple of 16.
template <class Thread>
CODAG_DEVICE word_quad load_quad(const Thread& t, const device_encoding& job, std::uint64_t at) {
  if (at + quad_bytes <= job.value_bytes)
    return t.load(reinterpret_cast<const word_quad*>(job.values + at));
  return load_tail<word_quad>(t, job, at);
}

/// The word that begins at byte `at`, a multiple of 4.
template <class Thread>
CODAG_DEVICE std::uint32_t load_word(const Thread& t, const device_encoding& job,
                                     std::uint64_t at) {
  if (at + 4 <= job.value_bytes)
    return t.load(reinterpret_cast<const std::uint32_t*>(job.values + at));
  return load_tail<std::uint32_t>(t, job, at);
}

/// How many of the `most` bytes from `at` on are values.
CODAG_HOST_DEVICE constexpr std::uint32_t bytes_at(const device_encoding& job, std::uint64_t at,
                                                   std::uint32_t most) {
  if (at >= job.value_bytes) return 0;
  const std::uint64_t left = job.value_bytes - at;
  return left < most ? static_cast<std::uint32_t>(left) : most;
}

}  // namespace codag::vle
