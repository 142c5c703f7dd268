// A condition on a value of a column.
#pragma once

#include <cstdint>
#include <limits>

#include "codag/annotate.hpp"

namespace codag::query {

/// Holds for the values from `least` to `most`, and for `also`.
struct condition {
  std::int32_t least, most, also;

  [[nodiscard]] CODAG_HOST_DEVICE constexpr bool holds(std::int32_t value) const {
    return (value >= least && value <= most) || value == also;
  }
};

/// Holds for every value.
inline constexpr condition any_value{std::numeric_limits<std::int32_t>::min(),
                                     std::numeric_limits<std::int32_t>::max(), 0};

}  // namespace codag::query
