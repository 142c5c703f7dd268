// The headers of consecutive short symbols in a window: short repeats, and deltas without packed
// values.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/lanes/byte_choice.hpp"
#include "codag/codec/lanes/varint_ends.hpp"
#include "codag/codec/rle_v2/rle_v2.hpp"
#include "codag/simt/simt.hpp"
#include "codag/stream/next_bytes.hpp"

namespace codag::rle_v2 {

/// First each lane says of every byte where the next header would be, were that byte a header. Then
/// the warp follows these from the window's first byte on. In shared memory.
class next_headers {
 public:
  /// Whether a symbol with this first byte is a short repeat or a fixed delta.
  static CODAG_DEVICE constexpr bool is_short(std::uint32_t byte) {
    return byte < 0x40 || (byte & 0xfe) == 0xc0;
  }

  /// Finds up to 32 symbols that lie in the first `left` bytes. Returns how many; lane k's symbol
  /// begins at `begin` and ends before `end`. Collective over the warp.
  template <class Warp>
  CODAG_DEVICE std::uint32_t find(const Warp& warp, const next_bytes& window,
                                  const byte_choice& choice, std::uint32_t left,
                                  std::uint32_t& begin, std::uint32_t& end) {
    constexpr std::uint32_t per_lane = varint_ends::bytes_per_lane;
    const std::uint32_t total = ends_.find(warp, window, choice);
    // All ends are written before any lane reads those of others.
    warp.sync();
    const std::uint32_t first = per_lane * warp.rank();
    // Ends before this lane's third byte: a delta's first varint begins two bytes after its header.
    std::uint32_t bytes[3];
    window.words(first, bytes);
    std::uint32_t before = warp.exclusive_sum(popcount(integer::varint_ends(bytes[0])) +
                                              popcount(integer::varint_ends(bytes[1])));
    before += (bytes[0] & 0x80) == 0 ? 1 : 0;
    std::uint32_t next[2] = {0, 0};
    for (unsigned k = 0; k < per_lane; ++k) {
      const std::uint32_t byte = bytes[k / 4] >> 8 * (k % 4) & 0xff;
      // `before` counts the ends up to byte k + 1; the second one after them ends the delta.
      before += (bytes[(k + 1) / 4] >> 8 * ((k + 1) % 4) & 0x80) == 0 ? 1 : 0;
      std::uint32_t after = first + k + 2 + (byte >> 3 & 7);  // a short repeat of 1 to 8 bytes
      if (byte >= 0x40)
        after = (byte & 0xfe) == 0xc0 && before + 1 < total ? ends_.places[before + 1] + 1u : stop;
      if (after > stop) after = stop;
      next[k / 4] |= after << 8 * (k % 4);
    }
    reinterpret_cast<pair*>(next_)[warp.rank()] = {next[0], next[1]};
    // The lanes know the next header of every byte.
    warp.sync();
    std::uint32_t count = 0;
    begin = end = 0;
    for (std::uint32_t at = 0; count < simt::warp_size; ++count) {
      const std::uint32_t after = next_[at];
      if (after == stop || after > left) break;
      if (warp.rank() == count) {
        begin = at;
        end = after;
      }
      at = after;
    }
    // The next window's bytes are written after all lanes have followed these.
    warp.sync();
    return count;
  }

 private:
  static constexpr std::uint32_t stop = 0xff;
  struct alignas(8) pair {
    std::uint32_t low, high;
  };

  varint_ends ends_;
  alignas(8) std::uint8_t next_[varint_ends::window_bytes];
};

}  // namespace codag::rle_v2
