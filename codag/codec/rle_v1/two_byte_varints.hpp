// A group of literals whose varints have one byte or two, which are elements of one byte.
#pragma once

#include <cstdint>
#include <type_traits>

#include "codag/bits.hpp"
#include "codag/codec/integer/device_varint.hpp"
#include "codag/codec/lanes/byte_arithmetic.hpp"
#include "codag/codec/lanes/byte_choice.hpp"
#include "codag/codec/lanes/write_bytes.hpp"
#include "codag/codec/rle_v1/rle_v1.hpp"
#include "codag/simt/simt.hpp"
#include "codag/stream/next_bytes.hpp"

namespace codag::rle_v1::two_byte_varints {

/// The most bytes of a group, without its header.
inline constexpr std::uint32_t window_bytes = 2 * max_literals;
inline constexpr std::uint32_t bytes_per_lane = 8;
static_assert(window_bytes == bytes_per_lane * simt::warp_size);
static_assert(max_literals == 4 * simt::warp_size, "a lane decodes four literals");

/// Where every fourth literal ends: after byte places[k] end literals 0 to 4k + 3. In shared
/// memory.
struct group_ends {
  std::uint8_t places[window_bytes / 4];
};

/// Bytes of varints, four of them: their flags, and the values where they end.
struct varint_word {
  std::uint32_t ends;       ///< the high bit of each byte that ends a varint
  std::uint32_t values;     ///< in those bytes, the value modulo 256
  std::uint32_t too_large;  ///< not 0 if a varint has three bytes, or a value of 256 or more

  /// `before` is the byte before the word, in its highest byte.
  CODAG_DEVICE varint_word(std::uint32_t before, std::uint32_t word)
      : ends(integer::varint_ends(word)) {
    const std::uint32_t previous = funnel_shift_right(before, word, 24);  // of each byte
    const std::uint32_t second = byte_permute(previous, 0, 0xba98);  // 0xff where a varint goes on
    values = (word & ~second) | (((previous & ~high_bits) | (word << 7 & high_bits)) & second);
    too_large = word & second & 0xfefefefe;
  }
};

/// How many of 8 bytes the first `count` varints take, 0 to 4 of them; 9 if fewer end in those
/// bytes. `low` and `high` have the high bit of each byte that ends one.
CODAG_DEVICE std::uint32_t bytes_of(std::uint32_t low, std::uint32_t high, std::uint32_t count) {
  if (count == 0) return 0;
  const std::uint32_t in_low = popcount(low);
  std::uint32_t ends = count > in_low ? high : low;
  for (std::uint32_t before = count > in_low ? count - in_low - 1 : count - 1; before > 0; --before)
    ends &= ends - 1;
  if (ends == 0) return 9;
  return lowest_bit(ends) / 8 + (count > in_low ? 5 : 1);
}

/// Writes a group of `length` literals and returns the bytes that it takes with its header, or
/// writes nothing and returns 0. Collective over the warp.
///
/// First each lane finds the ends among eight bytes, and notes every fourth of the group. Then each
/// lane knows where its four literals begin.
template <class T, class Warp, class Window, class Output>
CODAG_DEVICE std::uint32_t write(const Warp& warp, const Window& in, Output& out,
                                 const next_bytes& window, std::uint32_t length,
                                 const byte_choice& choice, group_ends& shared) {
  const std::uint32_t lane = warp.rank();
  std::uint32_t bytes[2];
  window.words(1 + bytes_per_lane * lane, bytes);
  const std::uint32_t low = integer::varint_ends(bytes[0]), high = integer::varint_ends(bytes[1]);
  const std::uint32_t low_count = popcount(low);
  const std::uint32_t count = popcount(low | high >> 1);
  const std::uint32_t up_to_mine = warp.inclusive_sum(count);
  const std::uint32_t rank = up_to_mine - count;
  const std::uint32_t numbers = 0x03020100 + bytes_per_lane * lane * 0x01010101;
  const std::uint32_t low_places = choice.pack(warp, numbers, low);
  const std::uint32_t high_places = choice.pack(warp, numbers + 0x04040404, high);
  // The places of the ends, a byte each: the high ones follow the low ones.
  const std::uint64_t all = low_places | static_cast<std::uint64_t>(high_places) << 8 * low_count;
  const auto all_low = static_cast<std::uint32_t>(all);
  const auto all_high = static_cast<std::uint32_t>(all >> 32);
  // Literal 4k + 3 is one of a lane's first four ends; and perhaps 4k + 7, four ends later.
  const std::uint32_t first = ~rank & 3;
  std::uint8_t* own_places = shared.places + rank / 4;
  if (first < count)
    own_places[0] = static_cast<std::uint8_t>(funnel_shift_right(all_low, all_high, 8 * first));
  if (first + 4 < count) own_places[1] = static_cast<std::uint8_t>(all_high >> 8 * first);
  // All places are written before any lane reads its own.
  warp.sync();

  const std::uint32_t begin = lane == 0 ? 0 : shared.places[lane - 1] + 1u;
  window.words(1 + begin, bytes);
  const varint_word one(0, bytes[0]), two(bytes[0], bytes[1]);
  const bool full = length == max_literals;
  std::uint32_t taken;  // by this lane's literals: at most 8, or the group has longer varints
  bool wrong;
  if (full) {
    taken = shared.places[lane] + 1u - begin;  // at least 4
    const std::uint32_t after = 8 * (taken - 4);
    wrong = taken > 8 || (one.too_large | (two.too_large & ~shifted_left(~0u, after))) != 0;
  } else {
    const std::uint32_t own = length <= 4 * lane      ? 0
                              : length - 4 * lane < 4 ? length - 4 * lane
                                                      : 4;
    taken = bytes_of(one.ends, two.ends, own);
    const std::uint64_t too_large = one.too_large | static_cast<std::uint64_t>(two.too_large) << 32;
    wrong = taken > 8 || (taken > 0 && (too_large << (64 - 8 * taken)) != 0);
  }
  // The lane after whose literals the group ends. Only the last lane knows whether all were seen.
  const std::uint32_t end = warp.shuffle(begin + taken, (length - 1) / 4);
  wrong = wrong || (lane == simt::warp_size - 1 && up_to_mine < length);
  // Every lane has read the places before the vote is over, but a vote is no barrier: the next
  // group replaces them.
  warp.sync();
  if (warp.any(wrong) || !in.has(1 + end)) return 0;
  std::uint32_t values =
      choice.pack(warp, one.values, one.ends) |
      shifted_left(choice.pack(warp, two.values, two.ends), 8 * popcount(one.ends));
  if constexpr (std::is_signed_v<T>) values = unzigzag_bytes(values);
  write_own_bytes(warp, out, length, values);
  return 1 + end;
}

}  // namespace codag::rle_v1::two_byte_varints
