// The literals that a lane finds among eight bytes, and the words of memory that they make. The
// varints have one byte or two; the elements have one byte.
#pragma once

#include <cstdint>
#include <type_traits>

#include "codag/bits.hpp"
#include "codag/codec/integer/device_varint.hpp"
#include "codag/codec/lanes/byte_arithmetic.hpp"
#include "codag/codec/lanes/byte_choice.hpp"
#include "codag/codec/rle_v1/rle_v1.hpp"
#include "codag/simt/simt.hpp"
#include "codag/stream/next_bytes.hpp"

namespace codag::rle_v1 {

/// A lane's eight bytes of a window, and where varints end in them.
struct lane_bytes {
  static constexpr std::uint32_t size = 8;
  /// The bytes of all lanes.
  static constexpr std::uint32_t window_bytes = size * simt::warp_size;

  std::uint32_t words[2];
  std::uint32_t ends[2];                 ///< the high bit of each byte that ends a varint
  high_byte_choice::selector chosen[2];  ///< these bytes of each word
  std::uint32_t count;                   ///< how many varints end in the lane's bytes
  std::uint32_t end_rank;                ///< how many end up to its last byte, in all lanes

  /// Lane 0 has the window's bytes from `begin` on, and each other lane those that follow.
  /// Collective over the warp.
  template <class Warp>
  CODAG_DEVICE lane_bytes(const Warp& warp, const next_bytes& window, std::uint32_t begin,
                          const high_byte_choice& choice) {
    window.words(begin + size * warp.rank(), words);
    for (unsigned k = 0; k < 2; ++k) {
      ends[k] = integer::varint_ends(words[k]);
      chosen[k] = choice.of(warp, ends[k]);
    }
    count = popcount(ends[0] | ends[1] >> 1);
    end_rank = warp.inclusive_sum(count);
  }

  /// How many varints end before the lane's bytes.
  [[nodiscard]] CODAG_DEVICE std::uint32_t rank() const { return end_rank - count; }
  /// How many end in the higher word.
  [[nodiscard]] CODAG_DEVICE std::uint32_t high_count() const { return popcount(ends[1]); }
  /// Which byte the lane's n-th end is, for n below `count`.
  [[nodiscard]] CODAG_DEVICE std::uint32_t end_place(std::uint32_t n) const {
    const std::uint32_t low_count = count - high_count();
    return n < low_count ? chosen[0].place(n, low_count)
                         : 4 + chosen[1].place(n - low_count, high_count());
  }
};

/// The literals that end in a lane's bytes, if varints have one byte or two.
template <class T>
struct lane_literals {
  std::uint32_t words[2];  ///< one literal after the other; the last one is the highest byte
  std::uint32_t count;
  /// Per byte: not 0 where a varint goes on after two bytes, or where its value is above 255.
  std::uint32_t too_large[2];

  /// The high byte of `before` is the one before the lane's; 0 if that is no part of a varint.
  CODAG_DEVICE lane_literals(const lane_bytes& own, std::uint32_t before) : count(own.count) {
    std::uint32_t packed[2];
    for (unsigned k = 0; k < 2; ++k) {
      const std::uint32_t word = own.words[k];
      const std::uint32_t previous = byte_permute(word, before, 0x2107);  // of each byte
      const std::uint32_t second =
          byte_permute(previous, 0, 0xba98);  // 0xff where a varint goes on
      const std::uint32_t joined = (previous & ~high_bits) | (word << 7 & high_bits);
      packed[k] = own.chosen[k].pack((word & ~second) | (joined & second));
      too_large[k] = word & second & 0xfefefefe;
      before = word;
    }
    const std::uint32_t high_bytes = 8 * own.high_count();
    words[0] = funnel_shift_right_whole(0, packed[0], high_bytes);
    words[1] = packed[1] | funnel_shift_right_whole(packed[0], 0, high_bytes);
    if constexpr (std::is_signed_v<T>)
      for (std::uint32_t& word : words) word = unzigzag_bytes(word);
  }

  /// The first four literals. If there are fewer, zeros follow.
  [[nodiscard]] CODAG_DEVICE std::uint32_t first_four() const {
    const std::uint32_t from = 64 - 8 * count;
    return from < 32 ? funnel_shift_right(words[0], words[1], from)
                     : funnel_shift_right_whole(words[1], 0, from - 32);
  }
};

/// The aligned words of memory that begin with one of a lane's literals: none, one or two. They may
/// end with literals of the lane above. Of eight bytes, three or more are literals: at most one is
/// a header, and each other one may be the first of two.
struct lane_words {
  bool any, two;                    ///< whether there is a last word, and another one before it
  std::uint32_t first, last;        ///< the words
  std::uint32_t first_at, last_at;  ///< which literals they begin with, counted as `rank` is

  /// Literal 0 belongs `late` bytes after an aligned word. `rank` literals come before the lane's.
  /// `above` is first_four() of the lane above.
  template <class T>
  CODAG_DEVICE lane_words(const lane_literals<T>& own, std::uint32_t rank, std::uint32_t late,
                          std::uint32_t above) {
    const std::uint32_t skipped = (0 - late - rank) & 3;
    const std::uint32_t from = 64 - 8 * own.count + 8 * skipped;
    first = funnel_shift_right(own.words[0], own.words[1], from);
    last = funnel_shift_right(own.words[1], above, from);  // it uses the shift modulo 32
    any = from < 64;
    two = from < 32;
    first_at = rank + skipped;
    last_at = first_at + (two ? 4 : 0);
  }
};

}  // namespace codag::rle_v1
