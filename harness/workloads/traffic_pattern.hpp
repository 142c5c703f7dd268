// The contents that the traffic workloads read and write.
#pragma once

#include <cstdint>
#include <vector>

#include "codag/annotate.hpp"

namespace codag::harness {

/// The value of every word after a write-only run.
inline constexpr std::uint64_t written_word = 0x5a17c0de5a17c0de;

/// Word `i` of what is read or copied. Memory hardware cannot compress these words. (The sequence
/// of SplitMix64: Steele et al., "Fast Splittable Pseudorandom Number Generators", 2014.)
CODAG_HOST_DEVICE constexpr std::uint64_t traffic_word(std::uint64_t i) {
  std::uint64_t word = (i + 1) * 0x9e3779b97f4a7c15;
  word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9;
  word = (word ^ (word >> 27)) * 0x94d049bb133111eb;
  return word ^ (word >> 31);
}
// The first output for the seed 0, as in the Java library's tests of SplittableRandom.
static_assert(traffic_word(0) == 0xe220a8397b1dcdaf);

inline std::vector<std::uint64_t> traffic_words(std::uint64_t count) {
  std::vector<std::uint64_t> words(count);
  for (std::uint64_t i = 0; i < count; ++i) words[i] = traffic_word(i);
  return words;
}

}  // namespace codag::harness
