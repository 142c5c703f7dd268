// The size of a persistent grid on the host backend.
#pragma once

#include "codag/simt/simt.hpp"

namespace codag::simt::host {

/// What stands for "the blocks that a GPU holds at once". It does not depend on the machine's
/// cores, so that a persistent grid has the same size, and thus the same counts, everywhere. It is
/// not a promise that so many blocks run at once: see "Blocks that wait for each other" in
/// simt.hpp.
inline constexpr unsigned blocks_held_at_once = 8;

/// As simt::cuda::resident_blocks.
template <class Kernel>
constexpr unsigned resident_blocks(const launch_shape&) {
  return blocks_held_at_once;
}

}  // namespace codag::simt::host
