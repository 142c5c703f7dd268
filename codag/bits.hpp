// Bit operations that both backends have under different names.
#pragma once

#include <cstdint>
#ifndef __CUDACC__
#include <bit>
#endif

#include "codag/annotate.hpp"

namespace codag {

/// The number of zero bits below the lowest set bit; `v` is not 0.
CODAG_DEVICE unsigned count_trailing_zeros(std::uint32_t v) {
#ifdef __CUDACC__
  return static_cast<unsigned>(__ffs(static_cast<int>(v))) - 1;
#else
  return static_cast<unsigned>(std::countr_zero(v));
#endif
}

/// The low 32 bits of (high:low) >> shift, for shift 0 to 31.
CODAG_DEVICE std::uint32_t funnel_shift_right(std::uint32_t low, std::uint32_t high,
                                              unsigned shift) {
#ifdef __CUDACC__
  return __funnelshift_r(low, high, shift);
#else
  return static_cast<std::uint32_t>(((static_cast<std::uint64_t>(high) << 32) | low) >> shift);
#endif
}

}  // namespace codag
