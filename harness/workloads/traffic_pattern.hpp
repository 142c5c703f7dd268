// The contents that the traffic workloads read and write.
#pragma once

#include <cstdint>
#include <vector>

namespace codag::harness {

/// The value of every word after a write-only run.
inline constexpr std::uint64_t written_word = 0x5a17c0de5a17c0de;

/// Words that memory hardware cannot compress: a multiplicative sequence.
inline std::vector<std::uint64_t> traffic_words(std::uint64_t count) {
  std::vector<std::uint64_t> words(count);
  std::uint64_t word = 0x9e3779b97f4a7c15;
  for (std::uint64_t& w : words) w = word = word * 6364136223846793005u + 1442695040888963407u;
  return words;
}

}  // namespace codag::harness
