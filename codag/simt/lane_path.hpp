// lane_path: which lanes are on a path that leads from lane to lane.
#pragma once

#include "codag/annotate.hpp"
#include "codag/simt/simt.hpp"

namespace codag::simt {

/// The lanes on the path that begins with lane 0, a bit for each. `next` is the lane that follows
/// this one; the path ends with a lane for which it is warp_size or more. Each lane finds its own
/// path by pointer doubling, which takes five steps for up to 32 lanes. Collective over the warp.
template <class Warp>
CODAG_DEVICE unsigned lane_path(const Warp& warp, unsigned next) {
  unsigned path = 1u << warp.rank();
  for (unsigned lanes = 1; lanes < warp_size; lanes *= 2) {
    const unsigned its_path = warp.shuffle(path, next % warp_size);
    const unsigned its_next = warp.shuffle(next, next % warp_size);
    if (next < warp_size) {
      path |= its_path;
      next = its_next;
    }
  }
  return warp.broadcast(path, 0);
}

}  // namespace codag::simt
