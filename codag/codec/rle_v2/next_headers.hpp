// The headers of consecutive short symbols in a window: short repeats, and deltas without packed
// values.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/lanes/byte_choice.hpp"
#include "codag/codec/lanes/header_chain.hpp"
#include "codag/codec/lanes/varint_ends.hpp"
#include "codag/codec/rle_v2/rle_v2.hpp"
#include "codag/simt/simt.hpp"
#include "codag/stream/next_bytes.hpp"

namespace codag::rle_v2 {

/// The end of such a symbol follows from its own bytes: a header_chain finds them. In shared
/// memory.
class next_headers {
 public:
  /// Whether a symbol with this first byte is a short repeat or a fixed delta.
  static CODAG_DEVICE constexpr bool is_short(std::uint32_t byte) {
    return byte < 0x40 || (byte & 0xfe) == 0xc0;
  }

  /// Finds up to 32 symbols that the chunk has whole. Returns how many; lane k's symbol
  /// begins at `begin` and ends before `end`, and both are 0 in other lanes. Collective over the
  /// warp.
  template <class Warp, class Window>
  CODAG_DEVICE std::uint32_t find(const Warp& warp, const Window& in, const low_byte_choice& choice,
                                  std::uint32_t& begin, std::uint32_t& end) {
    constexpr std::uint32_t per_lane = header_chain::places_per_lane, stop = header_chain::stop;
    static_assert(per_lane == lane_varint_ends::bytes_per_lane);
    const lane_varint_ends seen = ends_.find(warp, in.next_bytes(), choice);
    // The bit of each byte of this lane, and of the next lane's first, that is an end.
    const std::uint32_t low = integer::varint_ends(seen.bytes[0]);
    const std::uint32_t high = integer::varint_ends(seen.bytes[1]);
    const std::uint32_t above = warp.shuffle_down(low, 1);
    // All ends are written before any lane reads those of others.
    warp.sync();
    const std::uint32_t first = per_lane * warp.rank();
    // The ends up to each byte's next one: a delta's first varint begins two bytes after its
    // header.
    std::uint32_t before = seen.before + (low >> 7 & 1);
    header_chain::notes_of_lane next = {0, 0};
    for (unsigned k = 0; k < per_lane; ++k) {
      const std::uint32_t byte = seen.bytes[k / 4] >> 8 * (k % 4) & 0xff;
      // The second end after byte k + 1 ends the delta.
      before += (k < 3 ? low >> (8 * k + 15) : k < 7 ? high >> (8 * k - 17) : above >> 7) & 1;
      std::uint32_t after = first + k + 2 + (byte >> 3 & 7);  // a short repeat of 1 to 8 bytes
      if (byte >= 0x40)
        after =
            (byte & 0xfe) == 0xc0 && before + 1 < seen.total ? ends_.places[before + 1] + 1u : stop;
      if (after > stop) after = stop;
      next[k / 4] |= after << 8 * (k % 4);
    }
    return chain_.follow(warp, next, begin, end, [&](std::uint32_t at) { return in.has(at); });
  }

 private:
  varint_ends ends_;
  header_chain chain_;
};

}  // namespace codag::rle_v2
