// Which warp of a block of threads checks a tile for all of them.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/bit_packing/tile_threads.hpp"
#include "codag/simt/simt.hpp"

namespace codag::bit_packing {

/// Which of a block's four warps checks the tile of this number. The others wait for it. Each runs
/// on a scheduler of its own, so the warps take turns, and no scheduler has all the checks. A
/// block's tiles may be any distance apart, so a hash chooses (Knuth, "The Art of Computer
/// Programming", volume 3, section 6.4).
CODAG_DEVICE unsigned checking_warp(std::uint32_t number) {
  static_assert(tile_threads / simt::warp_size == 4, "two bits name a warp");
  return number * 0x9e3779b1u >> 30;
}

}  // namespace codag::bit_packing
