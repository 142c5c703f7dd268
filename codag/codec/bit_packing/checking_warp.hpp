// Which warp of a block of threads checks a tile for all of them.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"

namespace codag::bit_packing {

/// One of four warps, by a number that every tile has. The others wait for it, so all take turns: a
/// multiprocessor has four schedulers, and each has one warp of every block of 128 threads. Numbers
/// may grow by any step, so a hash chooses (Knuth, "The Art of Computer Programming", volume 3,
/// section 6.4).
CODAG_DEVICE unsigned checking_warp(std::uint32_t number) {
  return number * 0x9e3779b1u >> 30;
}

}  // namespace codag::bit_packing
