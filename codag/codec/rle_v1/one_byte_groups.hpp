// Groups of literals whose varints have one byte each. The elements have one byte.
#pragma once

#include <cstdint>
#include <type_traits>

#include "codag/bits.hpp"
#include "codag/codec/lanes/byte_arithmetic.hpp"
#include "codag/codec/lanes/unfinished_word.hpp"
#include "codag/codec/rle_v1/rle_v1.hpp"
#include "codag/simt/simt.hpp"
#include "codag/stream/next_bytes.hpp"

namespace codag::rle_v1::one_byte_groups {

/// How many groups are decoded at once, at most.
inline constexpr unsigned most = 4;
inline constexpr std::uint32_t window_bytes = most * full_group;
static_assert(max_literals == 4 * simt::warp_size, "a group is a word per lane");

/// Undoes zigzag of four literals below 0x80, for a signed T.
template <class T>
CODAG_DEVICE std::uint32_t four_literals(std::uint32_t v) {
  return std::is_signed_v<T> ? unzigzag_bytes(v) : v;
}

/// Writes the literals of up to four groups, `length` together, whose headers are full_group bytes
/// apart. Returns false, and writes nothing, if one has more than one byte. Collective over the
/// warp.
template <class T, class Warp, class Output>
CODAG_DEVICE bool write(const Warp& warp, Output& out, unfinished_word& newest,
                        const next_bytes& window, std::uint32_t length, std::uint32_t bytes) {
  const std::uint32_t late = newest.late(), end = late + length;
  // Lane j has word j of each group, counted from the word of memory that the first group begins
  // in. A group's first word begins in the group before: lane 0 chooses its bytes from both sides
  // of the header. In the first group, it has only those after the header.
  const bool first_lane = warp.rank() == 0;
  const std::uint32_t from = 4 * warp.rank() + (first_lane ? 0 : 1) - late;
  const std::uint32_t over_header = 0x3210 + (first_lane ? 0x1111u << 4 * late : 0);
  std::uint32_t words[most], all = 0;
  CODAG_UNROLL
  for (unsigned g = 0; g < most; ++g) {
    if (g * 4 * simt::warp_size >= length) break;
    const bool none_before = g == 0 && first_lane;
    words[g] = window.chosen(static_cast<std::int32_t>(from + g * full_group), over_header);
    // Bytes before the first literal do not count, nor do those after the last one.
    const std::uint32_t counts = none_before ? ~std::uint32_t{0} << 8 * late : ~std::uint32_t{0};
    if (g * simt::warp_size + warp.rank() < end / 4) all |= words[g] & counts;
  }
  // The word that the end is in.
  std::uint32_t last = 0;
  if ((end & 3) != 0) {
    std::uint32_t counts = low_bits(8 * (end & 3));
    if (end < 4) {
      last = warp.broadcast(words[0], 0);
      counts &= ~low_bits(8 * late);
    } else {
      last = window.word(bytes - (end & 3));
    }
    all |= last & counts;
  }
  if (warp.any((all & high_bits) != 0)) return false;
  newest.template write<most>(warp, out, length, four_literals<T>(last),
                              [&](unsigned g) { return four_literals<T>(words[g]); });
  return true;
}

/// Writes the group at the window's beginning, whose header is given and which fits, and those
/// after it: up to four, as long as all but the last are full. Returns the bytes of the input that
/// they are, or writes nothing and returns 0. Collective over the warp.
template <class T, class Warp, class Window, class Output>
CODAG_DEVICE std::uint32_t write_next(const Warp& warp, const Window& in, Output& out,
                                      unfinished_word& newest, std::uint32_t header,
                                      std::uint32_t room) {
  const next_bytes window = in.next_bytes();
  const std::uint32_t first = 0x100 - header;
  std::uint32_t length = first, bytes = 1 + first;
  if (first == max_literals) {
    const std::uint32_t mine = warp.rank() < most ? warp.rank() : most - 1;
    const std::uint32_t its = window.byte(full_group * mine);
    const unsigned full = warp.first_of(~(warp.ballot(its == full_header) & ((1u << most) - 1)));
    length = full * max_literals;
    bytes = full * full_group;
    if (full == most) {
      if (length <= room && in.has(bytes) &&
          write<T>(warp, out, newest, window, most * max_literals, bytes))
        return bytes;
      length = first;
      bytes = 1 + first;
    } else if (const std::uint32_t literals = 0x100 - warp.shuffle(its, full);
               literals > 3 && literals < max_literals) {
      // The end of a shorter group may be in its first word, whose bytes are on both sides of its
      // header: such a group comes alone.
      length += literals;
      bytes += 1 + literals;
    }
  }
  CODAG_NO_UNROLL
  for (;; length = first, bytes = 1 + first) {
    if (length <= room && in.has(bytes) && write<T>(warp, out, newest, window, length, bytes))
      return bytes;
    if (length == first) return 0;
  }
}

}  // namespace codag::rle_v1::one_byte_groups
