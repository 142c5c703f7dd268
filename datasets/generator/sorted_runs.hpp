// Columns in ascending order: where each value begins.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "datasets/generator/random.hpp"

namespace codag::datasets {

/// Where each of the `distinct` values of a column begins: the column is cut into as many equal
/// parts, and each value but the first begins at a random place of its part. A column has at least
/// as many elements, and fewer than 2^36; `distinct` is at most 2^28.
struct run_starts {
  std::uint64_t elements, distinct, seed;

  /// The element at which the value with this rank begins; `elements` after the last rank.
  [[nodiscard]] std::uint64_t operator()(std::uint64_t rank) const {
    if (rank == 0 || rank >= distinct) return rank == 0 ? 0 : elements;
    const std::uint64_t begin = part(rank);
    return begin + random::mix(seed + rank) % (part(rank + 1) - begin);
  }

  /// Fills `values` from the element `first` of the column on, with value_of(rank) each. What lies
  /// after the end of the column is not written.
  template <class ValueOf>
  void fill(std::uint64_t first, std::span<std::uint64_t> values, const ValueOf& value_of) const {
    // The value of the element `first` begins in the part around it, or in the one before.
    std::uint64_t rank = std::min(first * distinct / elements + 1, distinct - 1);
    while ((*this)(rank) > first) --rank;
    std::uint64_t end = (*this)(rank + 1);
    const std::uint64_t count = std::min<std::uint64_t>(values.size(), elements - first);
    for (std::uint64_t i = 0; i < count; ++i) {
      if (first + i == end) end = (*this)(++rank + 1);
      values[i] = value_of(rank);
    }
  }

 private:
  /// rank * elements / distinct, rounded down. The product itself may overflow.
  [[nodiscard]] std::uint64_t part(std::uint64_t rank) const {
    return rank * (elements / distinct) + rank * (elements % distinct) / distinct;
  }
};

}  // namespace codag::datasets
