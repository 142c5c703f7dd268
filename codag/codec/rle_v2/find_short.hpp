// Looks for the beginning of a short symbol in the middle of a chunk.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/codec/lanes/header_chain.hpp"
#include "codag/codec/rle_v2/lane_headers.hpp"
#include "codag/codec/rle_v2/next_headers.hpp"

namespace codag::rle_v2 {

/// The bytes from which symbols are followed.
inline constexpr std::uint32_t followed_bytes = 224;
static_assert(followed_bytes + lane_headers::most_bytes < header_chain::stop,
              "the window has them");

/// Moves `in` on to where a symbol probably begins, after the next followed_bytes bytes or a few
/// more, if these seem to be short symbols. If not, it leaves `in` where it is and returns false.
/// Collective over the warp.
///
/// Wherever chains of short symbols begin, they soon meet, at a place where a symbol begins. So
/// each lane follows a chain from another byte. A chain that leads into a long symbol ends there;
/// if all others meet, their meeting place is right. Packed values may look like many short
/// repeats, but seldom like fixed deltas, too; so chains without a delta do not count. If none
/// counts, the lanes try once more from the end of a chain: a long symbol may be among short ones.
template <class Warp, class Window, class Headers>
CODAG_DEVICE bool find_short(const Warp& warp, Window& in, std::uint32_t window_bytes,
                             Headers& headers) {
  constexpr unsigned least_chains = 2;
  const std::uint32_t begin = in.position();
  CODAG_NO_UNROLL
  for (unsigned attempt = 0; attempt < 2; ++attempt) {
    in.look(window_bytes);
    const next_headers::lead own = headers.lead_to(warp, in, followed_bytes);
    const unsigned long_chains = warp.ballot(own.after != 0);
    const unsigned with_delta = warp.ballot(own.has_delta);
    const unsigned chains = long_chains & with_delta;
    if (chains == 0) {
      const unsigned hopeful = long_chains | with_delta;
      if (hopeful == 0) break;
      in.seek(in.position() + 8 * warp.shuffle(own.last, lowest_bit(hopeful)));
      continue;
    }
    const std::uint32_t place = warp.shuffle(own.after, lowest_bit(chains));
    if (popcount(chains) < least_chains || (chains & ~warp.ballot(own.after == place)) != 0) break;
    in.seek(in.position() + 8 * place);
    return true;
  }
  in.seek(begin);
  return false;
}

}  // namespace codag::rle_v2
