// kept_headers: the headers that a walk has found, for the decoder of the same symbols.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/rle_v2/next_headers.hpp"
#include "codag/simt/simt.hpp"

namespace codag::rle_v2 {

/// Finds headers as next_headers does, which is the most expensive step of a walk over short
/// symbols, and of decoding them. So the walk keeps what it finds, and the decoder of the same
/// section asks for it. In shared memory.
///
/// The headers of a window are kept with its position. Some positions share a place: what is found
/// later replaces what was found before, and the decoder finds that again.
class kept_headers {
 public:
  /// Nothing is kept. Comes first, and before other bytes are looked at. Collective over the warp.
  template <class Warp>
  CODAG_DEVICE void forget(const Warp& warp) {
    if (warp.rank() < places) positions_[warp.rank()] = nowhere;
    // All is forgotten before any lane keeps, or asks for, something.
    warp.sync();
  }

  /// As next_headers' find(). Collective over the warp.
  template <class Warp, class Window>
  CODAG_DEVICE std::uint32_t find(const Warp& warp, const Window& in, std::uint32_t& begin,
                                  std::uint32_t& end) {
    const std::uint32_t position = in.position(), place = place_of(position);
    if (positions_[place] != position) return found_.find(warp, in, begin, end);
    const std::uint16_t mine = headers_[place][warp.rank()];
    begin = mine & 0xff;
    end = mine >> 8;
    return warp.first_of(~warp.ballot(end != 0));
  }
  /// The same, and keeps what it finds. The decoder asks for it after the next barrier.
  template <class Warp, class Window>
  CODAG_DEVICE std::uint32_t find_and_keep(const Warp& warp, const Window& in, std::uint32_t& begin,
                                           std::uint32_t& end) {
    const std::uint32_t count = found_.find(warp, in, begin, end);
    const std::uint32_t position = in.position(), place = place_of(position);
    if (warp.rank() == 0) positions_[place] = position;
    static_assert(header_chain::stop <= 0xff, "a byte holds an end");
    headers_[place][warp.rank()] = static_cast<std::uint16_t>(begin | end << 8);
    return count;
  }
  /// As next_headers' lead_to(). Collective over the warp.
  template <class Warp, class Window>
  CODAG_DEVICE next_headers::lead lead_to(const Warp& warp, const Window& in, std::uint32_t limit) {
    return found_.lead_to(warp, in, limit);
  }

 private:
  /// As many as a section of 2 KiB has, whose windows have 128 bytes or more each.
  static constexpr std::uint32_t places = 16, bytes_per_place = 128;
  static constexpr std::uint32_t nowhere = ~std::uint32_t{0};
  static_assert(places <= simt::warp_size);

  static CODAG_DEVICE std::uint32_t place_of(std::uint32_t position) {
    return position / 8 / bytes_per_place % places;
  }

  next_headers found_;
  std::uint32_t positions_[places];
  std::uint16_t headers_[places][simt::warp_size];  // a lane's header begins, and ends before
};

}  // namespace codag::rle_v2
