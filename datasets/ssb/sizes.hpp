// How many rows the Star Schema Benchmark's tables have.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

namespace codag::datasets::ssb {

/// The rows of lineorder at scale factor 1.
inline constexpr std::uint64_t rows_per_scale = 6'000'000;
/// The specification's lo_orderkey is an int32 up to this scale factor.
inline constexpr std::uint64_t most_scale = 300;

/// The rows of each table but date (calendar.hpp). The scale factor may be a fraction: it is
/// lineorder / 6,000,000. Below 1, customer, supplier and part shrink with it, to one row at least.
struct table_sizes {
  std::uint64_t lineorder, customer, supplier, part;

  /// For a lineorder of `rows` rows, at least 1.
  static constexpr table_sizes of(std::uint64_t rows) {
    const auto scaled = [&](std::uint64_t per_scale) {
      return std::max<std::uint64_t>(1, rows * per_scale / rows_per_scale);
    };
    // 200,000 x (1 + floor(log2(scale))): bit_width is 1 + floor(log2) of a whole number.
    const std::uint64_t scale = rows / rows_per_scale;
    return {.lineorder = rows,
            .customer = scaled(30'000),
            .supplier = scaled(2'000),
            .part = scale == 0 ? scaled(200'000)
                               : 200'000 * static_cast<std::uint64_t>(std::bit_width(scale))};
  }
};

}  // namespace codag::datasets::ssb
