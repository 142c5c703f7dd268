// The headers of consecutive short symbols in a window.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/lanes/header_chain.hpp"
#include "codag/codec/rle_v2/lane_headers.hpp"

namespace codag::rle_v2 {

/// Finds them with a header_chain. In shared memory.
class next_headers {
 public:
  /// Finds up to 32 symbols that the chunk has whole. Returns how many; lane k's symbol
  /// begins at `begin` and ends before `end`, and both are 0 in other lanes. Collective over the
  /// warp.
  template <class Warp, class Window>
  CODAG_DEVICE std::uint32_t find(const Warp& warp, const Window& in, std::uint32_t& begin,
                                  std::uint32_t& end) {
    static_assert(header_chain::places_per_lane == lane_headers::per_lane);
    const lane_headers mine(warp, in.next_bytes());
    header_chain::notes_of_lane next = {0, 0};
    for (unsigned k = 0; k < lane_headers::per_lane; ++k)
      header_chain::note(next, k, mine.after(k));
    return chain_.follow(warp, next, begin, end, [&](std::uint32_t at) { return in.has(at); });
  }

 private:
  header_chain chain_;
};

}  // namespace codag::rle_v2
