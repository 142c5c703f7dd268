// Seeded random and adversarial columns for the tests.
#pragma once

#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "codag/codec/integer/element_io.hpp"
#include "codag/element_type.hpp"

namespace codag::test {

inline constexpr element_type all_types[] = {
    element_type::int8,    element_type::uint8,  element_type::int16, element_type::uint16,
    element_type::int32,   element_type::uint32, element_type::int64, element_type::uint64,
    element_type::float32, element_type::float64};

struct named_column {
  std::string name;
  std::vector<std::byte> bytes;
};

inline std::vector<std::byte> to_column(element_type type,
                                        const std::vector<std::uint64_t>& values) {
  std::vector<std::byte> column(values.size() * size_of(type));
  for (std::size_t i = 0; i < values.size(); ++i)
    integer::store_element(column.data() + i * size_of(type), type, values[i]);
  return column;
}

/// Columns of `count` elements each that take every branch of a run-length codec.
inline std::vector<named_column> adversarial_columns(element_type type, std::size_t count,
                                                     unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<named_column> columns;
  const auto add = [&](std::string name, auto&& value) {
    std::vector<std::uint64_t> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = value(i);
    columns.push_back({std::move(name), to_column(type, values)});
  };
  add("equal", [](std::size_t) { return 7; });
  add("up", [](std::size_t i) { return i; });
  add("down", [](std::size_t i) { return 0 - i; });
  add("delta 127", [](std::size_t i) { return i * 127; });
  add("delta -128", [](std::size_t i) { return 0 - i * 128; });
  add("delta 128: just no run", [](std::size_t i) { return i * 128; });
  add("alternating", [](std::size_t i) { return i % 2; });
  add("runs of 2", [](std::size_t i) { return i / 2 * 1000003; });
  add("runs of 3", [](std::size_t i) { return i / 3 * 1000003; });
  add("runs of 130", [](std::size_t i) { return i / 130 * 1000003; });
  add("runs of 131", [](std::size_t i) { return i / 131 * 1000003; });
  add("random", [&](std::size_t) { return random(); });
  add("random small", [&](std::size_t) { return random() % 4; });
  add("random widths", [&](std::size_t) { return random() >> (random() % 64); });
  add("extremes", [&](std::size_t) {
    constexpr std::uint64_t extremes[] = {0, 1, std::numeric_limits<std::uint64_t>::max(),
                                          1ull << 63, (1ull << 63) - 1};
    return extremes[random() % 5];
  });
  // Long groups of literals of one width, between runs: decoders that take whole groups at once
  // meet every length, width and alignment.
  std::mt19937_64 literals(seed + 1);
  std::uint64_t left = 0, step = 0, value = 0, width = 0;
  add("runs among literals", [&](std::size_t) {
    if (left == 0) {
      const bool run = literals() % 2 == 0;
      left = 1 + literals() % (run ? 140 : 300);
      step = literals() % 256 - 128;
      value = literals() >> literals() % 64;
      width = run ? 0 : 1 + literals() % 10;
    }
    --left;
    return width == 0 ? value += step : literals() % (std::uint64_t{1} << width);
  });
  std::uint64_t run_value = 0, run_left = 0, run_delta = 0;
  add("random runs", [&](std::size_t) {
    if (run_left == 0) {
      run_left = 1 + random() % 200;
      run_delta = random() % 256 - 128;
      run_value = random();
    }
    --run_left;
    return run_value += run_delta;
  });
  return columns;
}

}  // namespace codag::test
