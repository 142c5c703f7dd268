// Values that a faulty sum or reduction is likely to get wrong.
#pragma once

#include <cstddef>
#include <limits>
#include <random>
#include <vector>

namespace codag::test {

/// Columns of `count` values: equal, wrapping, extreme of either sign, one value in each place of a
/// warp, random.
template <class T>
std::vector<std::vector<T>> group_columns(std::size_t count) {
  using limits = std::numeric_limits<T>;
  std::mt19937_64 random(count);
  std::vector<std::vector<T>> columns;
  const auto add = [&](auto&& value) {
    columns.emplace_back(count);
    for (std::size_t i = 0; i < count; ++i) columns.back()[i] = static_cast<T>(value(i));
  };
  add([](std::size_t) { return 0; });
  add([](std::size_t) { return 1; });
  add([](std::size_t) { return limits::max(); });
  add([](std::size_t) { return limits::min(); });
  add([](std::size_t i) { return i % 2 == 0 ? limits::max() : limits::min(); });
  add([](std::size_t i) { return i % 33 == 32 ? limits::max() : T{0}; });
  add([](std::size_t i) { return i % 33 == 31 ? limits::min() : T{1}; });
  add([&](std::size_t) { return random(); });
  return columns;
}

}  // namespace codag::test
