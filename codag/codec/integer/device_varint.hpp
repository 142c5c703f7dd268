// Varints on a decoder's input: base 128, least significant group first, at most 10 bytes.
#pragma once

#include <cstdint>

#include "codag/bits.hpp"

namespace codag::integer {

/// The high bit of each byte that ends a varint.
CODAG_DEVICE std::uint32_t varint_ends(std::uint32_t bytes) {
  return ~bytes & high_bits;
}

/// The same, a bit for each byte; that of the first byte is lowest.
CODAG_DEVICE std::uint32_t varint_end_bits(std::uint32_t bytes) {
  // Bit 8k becomes bit 24 + k. No other two bits meet in the product, so it has no carries.
  return (varint_ends(bytes) >> 7) * 0x01020408u >> 24 & 0xf;
}

/// The 7-bit groups of 4 varint bytes, joined.
CODAG_DEVICE std::uint32_t varint_groups(std::uint32_t bytes) {
  return (bytes & 0x7f) | (bytes >> 1 & 0x3f80) | (bytes >> 2 & 0x1fc000) |
         (bytes >> 3 & 0xfe00000);
}

/// Takes the next 4 bytes of a varint, or those up to its end. Returns false if it continues after
/// them.
template <unsigned Shift, class Input>
CODAG_DEVICE bool fetch_varint_word(Input& in, std::uint64_t& varint) {
  const std::uint32_t bytes = in.peek_bits(32);
  const std::uint32_t last = varint_ends(bytes);
  if (last == 0) {
    varint |= static_cast<std::uint64_t>(varint_groups(bytes)) << Shift;
    in.skip_word();
    return false;
  }
  const std::uint32_t own = last ^ (last - 1);  // the bits up to its end
  varint |= static_cast<std::uint64_t>(varint_groups(bytes & own)) << Shift;
  in.skip_bits(popcount(own));
  return true;
}

/// Takes a varint. Sets `malformed` if its value has more than 64 bits.
template <class Input>
CODAG_DEVICE std::uint64_t fetch_varint(Input& in, bool& malformed) {
  std::uint64_t varint = 0;
  if (!fetch_varint_word<0>(in, varint) && !fetch_varint_word<28>(in, varint)) {
    // Bytes 9 and 10 hold bits 56 to 63 and no others.
    const std::uint32_t bytes = in.peek_bits(16);
    const bool one = (bytes & 0x80) == 0;
    const std::uint32_t bits = one ? bytes & 0x7f : (bytes & 0x7f) | (bytes >> 1 & 0x7f80);
    malformed |= bits > 0xff;
    varint |= static_cast<std::uint64_t>(bits) << 56;
    in.skip_bits(one ? 8 : 16);
  }
  return varint;
}

}  // namespace codag::integer
