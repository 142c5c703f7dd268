// The generators' random numbers, which are the same on every platform and with every compiler.
#pragma once

#include <cstdint>

namespace codag::datasets {

/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA
/// 2014). The standard library's distributions are not used: they differ between implementations.
class random {
 public:
  explicit constexpr random(std::uint64_t seed) : state_(seed) {}

  /// 64 random bits.
  constexpr std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15;
    return mix(state_);
  }

  /// A number in [0, n) for n up to 2^32. The bias is below n / 2^32.
  constexpr std::uint64_t below(std::uint64_t n) { return ((next() >> 32) * n) >> 32; }

  /// A number in [0, n) for any n above 0, without bias.
  constexpr std::uint64_t below_exactly(std::uint64_t n) {
    const std::uint64_t excess = (0 - n) % n;  // 2^64 modulo n
    std::uint64_t drawn = next();
    while (drawn < excess) drawn = next();
    return drawn % n;
  }

  /// A number from `low` to `high`, both included; high - low is below 2^32.
  constexpr std::uint64_t between(std::uint64_t low, std::uint64_t high) {
    return low + below(high - low + 1);
  }

  /// True with a probability of `per_thousand` / 1000.
  constexpr bool chance(std::uint64_t per_thousand) { return below(1000) < per_thousand; }

  /// SplitMix64's output function: a one-to-one mapping that scatters any 64 bits.
  static constexpr std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

 private:
  std::uint64_t state_;
};

}  // namespace codag::datasets
