// SplitMix64: random numbers that are the same on every machine.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"

namespace codag {

/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA
/// 2014): the state grows by this before each number,
inline constexpr std::uint64_t split_mix_step = 0x9e3779b97f4a7c15;
/// and this is the number that a state gives.
CODAG_HOST_DEVICE constexpr std::uint64_t split_mix(std::uint64_t state) {
  std::uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

}  // namespace codag
