// copy_by_lane: one lane copies bytes in global memory, several at a time (Gompresso, section II).
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"

namespace codag::lz {

/// Bytes that no other lane writes while one copies from among them. So it may load whole words of
/// them, and use some bytes of each.
struct stable_bytes {
  const std::uint8_t *begin, *end;

  /// Whether all words that hold `length` bytes from `from` on are stable.
  [[nodiscard]] CODAG_DEVICE bool has_words_of(const std::uint8_t* from,
                                               std::uint32_t length) const {
    const auto first = reinterpret_cast<std::uintptr_t>(from);
    return first / 4 * 4 >= reinterpret_cast<std::uintptr_t>(begin) &&
           (first + length + 3) / 4 * 4 <= reinterpret_cast<std::uintptr_t>(end);
  }
};

/// As many bytes, or words, as a lane loads before it stores them, so that their loads overlap.
inline constexpr std::uint32_t bytes_at_once = 8, words_at_once = 4;
/// A copy that repeats its own bytes may load words if they begin this far before it: further than
/// the words that are loaded before any of them is stored, and what their ends add.
inline constexpr std::uint32_t least_word_distance = 4 * (words_at_once + 2);

/// Copies `length` bytes, which begin `distance` bytes before `to`, byte by byte.
template <class Thread>
CODAG_DEVICE void copy_bytes(const Thread& t, const std::uint8_t* from, std::uint8_t* to,
                             std::uint32_t length, std::uint32_t distance) {
  const std::uint32_t step = distance < bytes_at_once ? distance : bytes_at_once;
  for (std::uint32_t done = 0; done < length; done += step) {
    const std::uint32_t now = length - done < step ? length - done : step;
    std::uint8_t bytes[bytes_at_once] = {};
    CODAG_UNROLL
    for (std::uint32_t k = 0; k < bytes_at_once; ++k)
      if (k < now) bytes[k] = t.load(from + done + k);
    CODAG_UNROLL
    for (std::uint32_t k = 0; k < bytes_at_once; ++k)
      if (k < now) t.store(to + done + k, bytes[k]);
  }
}

/// Copies `length` bytes, more than 0, in words: loads each word that holds some of them, and
/// stores each word that they fill. Bytes before and after these words are stored one by one.
template <class Thread>
CODAG_DEVICE void copy_words(const Thread& t, const std::uint8_t* from, std::uint8_t* to,
                             std::uint32_t length) {
  // Places are counted from the beginning of the word that holds the byte at `from`, or at `to`.
  const auto source = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(from) % 4);
  const auto target = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(to) % 4);
  const auto* const words = reinterpret_cast<const std::uint32_t*>(from - source);
  const std::uint32_t word_count = (source + length + 3) / 4, end = target + length;
  const auto put = [&](std::uint32_t word, std::uint32_t value) {
    if (4 * word >= target && 4 * word + 4 <= end) {
      t.store(reinterpret_cast<std::uint32_t*>(to + (4 * word - target)), value);
      return;
    }
    CODAG_UNROLL
    for (std::uint32_t at = 4 * word; at < 4 * word + 4; ++at, value >>= 8)
      if (at >= target && at < end) t.store(to + (at - target), static_cast<std::uint8_t>(value));
  };

  // A word of the target is made of two words of the source. Before the source's first word there
  // is none: the bytes from there are not stored.
  const bool begins_in_first = source >= target;
  std::uint32_t next = begins_in_first ? 1 : 0;
  std::uint32_t loaded[words_at_once + 1] = {begins_in_first ? t.load(words) : 0};
  for (std::uint32_t word = 0; 4 * word < end; word += words_at_once, next += words_at_once) {
    CODAG_UNROLL
    for (std::uint32_t k = 0; k < words_at_once; ++k)
      loaded[k + 1] = next + k < word_count ? t.load(words + next + k) : 0;
    CODAG_UNROLL
    for (std::uint32_t k = 0; k < words_at_once; ++k)
      if (4 * (word + k) < end)
        put(word + k, funnel_shift_right(loaded[k], loaded[k + 1], 8 * (source - target)));
    loaded[0] = loaded[words_at_once];
  }
}

/// Copies `length` bytes to `to`, which begin `distance` bytes before it. If that is fewer than
/// `length`, the bytes between are repeated. `stable` has the bytes at `from`.
template <class Thread>
CODAG_DEVICE void copy_by_lane(const Thread& t, const std::uint8_t* from, std::uint8_t* to,
                               std::uint32_t length, std::uint32_t distance,
                               const stable_bytes& stable) {
  if (length == 0) return;
  if ((distance >= length || distance >= least_word_distance) && stable.has_words_of(from, length))
    copy_words(t, from, to, length);
  else
    copy_bytes(t, from, to, length, distance);
}

}  // namespace codag::lz
