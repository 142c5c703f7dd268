// What the synthetic columns of integers share: their parameters, their values, and how they are
// written. The values are not negative; a signed type holds one bit less.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "codag/element_type.hpp"
#include "codag/parameters.hpp"
#include "datasets/generator/generator.hpp"

namespace codag::datasets {

/// The names of the integer types; the index of each is its element_type.
inline constexpr auto integer_type_names = std::span(element_type_names).first<8>();
static_assert(parse_element_type(integer_type_names.back()) == element_type::uint64);

inline constexpr parameter type_parameter{
    .key = "type",
    .label = "type",
    .most = integer_type_names.size() - 1,
    .standard = static_cast<std::uint64_t>(element_type::uint32),
    .choices = integer_type_names,
    .help = "element type"};

inline constexpr parameter bit_width_parameter{.key = "bit_width",
                                               .label = "bits",
                                               .least = 0,
                                               .most = 64,
                                               .standard = 8,
                                               .help = "bits of the largest value"};

inline constexpr parameter distinct_parameter{.key = "distinct",
                                              .label = "distinct",
                                              .least = 1,
                                              .most = 1 << 20,
                                              .standard = 100,
                                              .help = "number of distinct values"};

/// The `index`-th of the distinct values of a column; indices up to 2^bit_width give different
/// values. They lie scattered over [0, 2^bit_width), and index 0 is the largest, so that the width
/// of the column is exactly `bit_width`.
constexpr std::uint64_t distinct_value(std::uint64_t index, unsigned bit_width) {
  if (bit_width == 0) return 0;
  const std::uint64_t mask = ~std::uint64_t{0} >> (64 - bit_width);
  // Multiplying by an odd number and adding the upper half to the lower are one to one in
  // bit_width bits. The factors are those of SplitMix64.
  const unsigned half = (bit_width + 1) / 2;
  std::uint64_t v = index;
  for (const std::uint64_t factor : {0xbf58476d1ce4e5b9, 0x94d049bb133111eb}) {
    v = v * factor & mask;
    v ^= v >> half;
  }
  return mask - v;
}

/// Fills a whole block, whose first value is the column's element number `first`.
using integer_filler =
    std::function<void(random& r, std::uint64_t first, std::span<std::uint64_t> values)>;

/// Writes what `fill` gives as little-endian integers of the type `type`.
block_writer write_integers(element_type type, integer_filler fill);

}  // namespace codag::datasets
