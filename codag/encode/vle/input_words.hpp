// Reading a column's bytes in words.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/vle/vle.hpp"
#include "codag/encode/device_encoding.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag::vle {

inline constexpr std::uint32_t quad_bytes = sizeof(word_quad);
inline constexpr std::uint32_t quad_words = quad_bytes / word_bytes;

/// The quad that begins at byte `at`, a multiple of 16; bytes after the values' end are 0.
template <class Thread>
CODAG_DEVICE word_quad load_quad(const Thread& t, const device_encoding& job, std::uint64_t at) {
  if (at + quad_bytes <= job.value_bytes)
    return t.load(reinterpret_cast<const word_quad*>(job.values + at));
  std::uint64_t low = 0, high = 0;
  for (std::uint64_t last = job.value_bytes; last > at;) {
    --last;
    high = high << 8 | low >> 56;
    low = low << 8 | static_cast<std::uint64_t>(t.load(job.values + last));
  }
  return {{static_cast<std::uint32_t>(low), static_cast<std::uint32_t>(low >> 32),
           static_cast<std::uint32_t>(high), static_cast<std::uint32_t>(high >> 32)}};
}

/// How many of the `most` bytes from `at` on are values.
CODAG_HOST_DEVICE constexpr std::uint32_t bytes_at(const device_encoding& job, std::uint64_t at,
                                                   std::uint32_t most) {
  if (at >= job.value_bytes) return 0;
  const std::uint64_t left = job.value_bytes - at;
  return left < most ? static_cast<std::uint32_t>(left) : most;
}

}  // namespace codag::vle
