// Zigzag: signed values as unsigned ones, small where the magnitude is small.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"

namespace codag::integer {

/// 0, -1, 1, -2, ... become 0, 1, 2, 3, ...
CODAG_HOST_DEVICE constexpr std::uint64_t zigzag(std::uint64_t v) {
  return (v << 1) ^ (0 - (v >> 63));
}
CODAG_HOST_DEVICE constexpr std::uint64_t unzigzag(std::uint64_t v) {
  return (v >> 1) ^ (0 - (v & 1));
}

}  // namespace codag::integer
