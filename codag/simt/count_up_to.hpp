// count_up_to: a search in keys that the lanes of a warp hold.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/simt/simt.hpp"

namespace codag::simt {

/// How many of all lanes but the last one have a key of at most `key`. Keys never fall from lane to
/// lane; each lane asks for a key of its own. Collective.
template <class Warp>
CODAG_DEVICE unsigned count_up_to(const Warp& warp, std::uint32_t keys, std::uint32_t key) {
  unsigned count = 0;
  for (unsigned step = warp_size / 2; step > 0; step /= 2)
    if (warp.shuffle(keys, count + step - 1) <= key) count += step;
  return count;
}

}  // namespace codag::simt
