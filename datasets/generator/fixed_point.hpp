// Logarithms and powers of two in integers. The functions of <cmath> may differ in their last bit
// between libraries, and then a generator's bytes would too.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace codag::datasets {

/// log2(x) in units of 2^-32, for x of at least 1. The error is below 2^-28.
constexpr std::uint64_t log2_fixed(std::uint64_t x) {
  const unsigned whole = static_cast<unsigned>(std::bit_width(x)) - 1;
  std::uint64_t mantissa = x << (63 - whole) >> 32;  // in units of 2^-31, from 1 to below 2
  std::uint64_t result = whole;
  for (int bit = 0; bit < 32; ++bit) {
    // Squaring doubles the logarithm and so brings its next bit before the point.
    mantissa = mantissa * mantissa >> 31;
    const bool next_bit = mantissa >> 32 != 0;
    if (next_bit) mantissa >>= 1;
    result = result << 1 | (next_bit ? 1 : 0);
  }
  return result;
}

/// The unit of exp2_of_minus's result: 1 is 2^43.
inline constexpr std::uint64_t exp2_unit = std::uint64_t{1} << 43;

/// 2^-y in units of 2^-43, for y in units of 2^-32. The relative error is below 2^-25, plus what
/// rounding down to a unit takes.
constexpr std::uint64_t exp2_of_minus(std::uint64_t y) {
  const auto square_root = [](std::uint64_t n) {  // rounded down
    std::uint64_t root = 0;
    for (std::uint64_t bit = std::uint64_t{1} << 31; bit != 0; bit >>= 1)
      if ((root + bit) * (root + bit) <= n) root += bit;
    return root;
  };
  constexpr unsigned fraction_bits = 31;
  // roots[i] is 2^-(2^-(i+1)) in units of 2^-31.
  constexpr auto roots = [square_root] {
    std::array<std::uint64_t, fraction_bits> all{};
    std::uint64_t root = std::uint64_t{1} << 30;  // 2^-1
    for (std::uint64_t& r : all) r = root = square_root(root << fraction_bits);
    return all;
  }();
  if (y >> 32 > 43) return 0;
  std::uint64_t product = std::uint64_t{1} << fraction_bits;
  for (unsigned i = 0; i < fraction_bits; ++i)
    if ((y >> (31 - i) & 1) != 0) product = product * roots[i] >> fraction_bits;
  return product << (43 - fraction_bits) >> (y >> 32);
}

}  // namespace codag::datasets
