// A token of an LZ77 stream: a literal, or a match, in one word.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"

namespace codag::lz {

/// The upper half is a literal's byte or a match's length. The lower half is a match's distance,
/// which is not 0; a literal has 0 there.
using token = std::uint32_t;

CODAG_HOST_DEVICE constexpr std::uint32_t distance_of(token t) {
  return t & 0xffff;
}
CODAG_HOST_DEVICE constexpr bool is_match(token t) {
  return distance_of(t) != 0;
}
/// A literal's byte or a match's length.
CODAG_HOST_DEVICE constexpr std::uint32_t number_of(token t) {
  return t >> 16;
}
/// The number of bytes that it gives.
CODAG_HOST_DEVICE constexpr std::uint32_t bytes_of(token t) {
  return is_match(t) ? number_of(t) : 1;
}
CODAG_HOST_DEVICE constexpr token make_literal(std::uint8_t byte) {
  return std::uint32_t{byte} << 16;
}
/// The most bytes that a match gives (RFC 1951 section 3.2.5).
inline constexpr std::uint32_t longest_match = 258;
/// From a word whose upper half is the number, and one whose lower half is the distance.
CODAG_DEVICE token make_token(std::uint32_t number, std::uint32_t distance) {
  return byte_permute(distance, number, 0x7610);
}

}  // namespace codag::lz
