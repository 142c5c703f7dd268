// A varint that one lane decodes from words in registers.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/codec/integer/device_varint.hpp"

namespace codag {

/// The bytes of the varint that begins in `bytes`; 11 if it does not end in ten.
CODAG_DEVICE std::uint32_t varint_length(const std::uint32_t (&bytes)[3]) {
  const std::uint32_t low = integer::varint_ends(bytes[0]);
  if (low != 0) return lowest_bit(low) / 8 + 1;
  const std::uint32_t high = integer::varint_ends(bytes[1]);
  if (high != 0) return lowest_bit(high) / 8 + 5;
  const std::uint32_t top = integer::varint_ends(bytes[2]) & 0x8080;
  return top != 0 ? lowest_bit(top) / 8 + 9 : 11;
}

/// The value of the varint of `length` bytes that begins in `bytes`. Sets `whole` to whether it
/// fits into T, which has 4 or 8 bytes: otherwise the sequential decoder must look at it.
template <class T>
CODAG_DEVICE T word_varint(const std::uint32_t (&bytes)[3], std::uint32_t length, bool& whole) {
  const std::uint32_t end = integer::varint_ends(bytes[0]);
  // The bytes up to the first end; all, if there is none.
  const std::uint32_t low = integer::varint_groups(bytes[0] & (end ^ (end - 1)));
  if constexpr (sizeof(T) == 4) {
    // Byte 5 holds bits 28 to 31.
    whole = length <= ((bytes[1] & 0x70) == 0 ? 5u : 4u);
    return static_cast<T>(low | (end != 0 ? 0 : bytes[1] << 28));
  } else {
    const std::uint32_t next_end = integer::varint_ends(bytes[1]);
    const std::uint32_t high =
        end != 0 ? 0 : integer::varint_groups(bytes[1] & (next_end ^ (next_end - 1)));
    // Bytes 9 and 10 hold bits 56 to 63.
    const std::uint32_t tenth = length == 10 ? bytes[2] >> 8 & 0xff : 0;
    const std::uint32_t top = length > 8 ? (bytes[2] & 0x7f) | tenth << 7 : 0;
    whole = length <= 10 && tenth <= 1;
    return static_cast<T>(low | static_cast<std::uint64_t>(high) << 28 |
                          static_cast<std::uint64_t>(top) << 56);
  }
}

}  // namespace codag
