// Zipf's law: draws of ranks, the more frequent the smaller.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "datasets/generator/fixed_point.hpp"
#include "datasets/generator/random.hpp"

namespace codag::datasets {

/// Ranks from 0 on. The share of rank k - 1 is proportional to 1 / k^(hundredths / 100).
class zipf_law {
 public:
  /// `ranks` is at least 1 and at most 2^20, so that the sum of all shares does not overflow.
  zipf_law(std::uint64_t ranks, std::uint64_t hundredths) : sums_(ranks) {
    std::uint64_t sum = 0;
    for (std::uint64_t k = 1; k <= ranks; ++k)
      sums_[k - 1] = sum += exp2_of_minus(log2_fixed(k) * hundredths / 100);
  }

  std::uint64_t draw(random& r) const {
    const auto drawn = std::ranges::upper_bound(sums_, r.below_exactly(sums_.back()));
    return static_cast<std::uint64_t>(drawn - sums_.begin());
  }

 private:
  std::vector<std::uint64_t> sums_;  // of the shares of the first ranks
};

}  // namespace codag::datasets
