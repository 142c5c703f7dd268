// leading_warp: which warp of a block does what the others do not.
#pragma once

#include "codag/annotate.hpp"

namespace codag {

/// Its number among the block's `warps`. The blocks of a multiprocessor have numbers a fixed
/// distance apart, mostly a multiple of four, so their leading warps would share one of its four
/// schedulers if all were warp 0.
template <class Thread>
CODAG_DEVICE unsigned leading_warp(const Thread& t, unsigned warps) {
  return (t.block() + t.block() / 128) % warps;
}

}  // namespace codag
