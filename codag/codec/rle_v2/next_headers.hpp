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
    header_chain::notes_of_lane next = {0, 0};
    note(warp, in, next);
    return chain_.follow(warp, next, begin, end, [&](std::uint32_t at) { return in.has(at); });
  }

  /// Where symbols lead that would begin in the window's first bytes, one in each lane.
  struct lead {
    std::uint32_t last;   ///< the last one that begins before byte `limit`, or is not short
    std::uint32_t after;  ///< the one after it; 0 if it is not known, or not in the chunk
    bool has_delta;       ///< whether one after these first bytes is known to be a delta
  };
  /// Collective over the warp.
  template <class Warp, class Window>
  CODAG_DEVICE lead lead_to(const Warp& warp, const Window& in, std::uint32_t limit) {
    header_chain::notes_of_lane next = {0, 0};
    note(warp, in, next);
    const next_bytes window = in.next_bytes();
    std::uint32_t heads = 0;
    const auto [last, after] = chain_.follow_to(warp, next, limit, [&](std::uint32_t place) {
      if (place >= simt::warp_size) heads |= window.byte(place);
    });
    return {last, after != header_chain::stop && in.has(after) ? after : 0, (heads & 0x80) != 0};
  }

 private:
  /// Where each symbol would end that begins with one of the lane's bytes.
  template <class Warp, class Window>
  static CODAG_DEVICE void note(const Warp& warp, const Window& in,
                                header_chain::notes_of_lane& next) {
    static_assert(header_chain::places_per_lane == lane_headers::per_lane);
    const lane_headers mine(warp, in.next_bytes());
    for (unsigned k = 0; k < lane_headers::per_lane; ++k)
      header_chain::note(next, k, mine.after(k));
  }

  header_chain chain_;
};

}  // namespace codag::rle_v2
