// A prefix code as a table of 256 codewords, made from its code lengths (CUVLE section III).
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/codec/vle/vle.hpp"

namespace codag::vle {

/// The table of CUVLE (VLET_val and VLET_len): entry i belongs to symbol i. A codeword's first bit
/// is its lowest, as it stands in the stream; the bits above its length are 0.
struct codebook {
  std::uint32_t codewords[symbols];
  std::uint32_t lengths[symbols];  ///< 0 for a symbol that has no codeword
};

/// How many codewords have each length. [0] counts the symbols that have none.
struct length_counts {
  std::uint32_t of[max_code_bits + 1];
};

/// All bit strings, in units of one codeword of max_code_bits.
inline constexpr std::uint64_t all_bit_strings = std::uint64_t{1} << max_code_bits;

/// How many of them begin with a codeword (Kraft's sum). More than all: there is no such code.
CODAG_HOST_DEVICE constexpr std::uint64_t used_bit_strings(const length_counts& counts) {
  std::uint64_t used = 0;
  for (unsigned length = 1; length <= max_code_bits; ++length)
    used += static_cast<std::uint64_t>(counts.of[length]) << (max_code_bits - length);
  return used;
}

/// Whether a decoder accepts a code with these lengths: its codewords use all bit strings up, or it
/// has a single codeword, of one bit, or it has none.
CODAG_HOST_DEVICE constexpr bool is_complete(const length_counts& counts) {
  const std::uint64_t used = used_bit_strings(counts);
  // A lone codeword of one bit uses half of the strings. So do two of two bits, which are refused.
  return used == all_bit_strings || used == 0 || (used == all_bit_strings / 2 && counts.of[1] == 1);
}

/// The first codeword of each length, as a number whose highest bit comes first. Codewords of one
/// length are consecutive numbers in the order of their symbols, and shorter ones come first (the
/// canonical code of RFC 1951 section 3.2.2).
CODAG_HOST_DEVICE constexpr void first_codewords(const length_counts& counts,
                                                 std::uint32_t (&first)[max_code_bits + 1]) {
  std::uint64_t next = 0;
  first[0] = 0;
  for (unsigned length = 1; length <= max_code_bits; ++length) {
    first[length] = static_cast<std::uint32_t>(next);
    next = (next + counts.of[length]) << 1;
  }
}

/// A codeword of the canonical code as it stands in the stream: its first bit is the lowest.
CODAG_DEVICE std::uint32_t in_stream_order(std::uint32_t codeword, unsigned length) {
  return bit_reverse(codeword) >> (max_code_bits - length);
}

}  // namespace codag::vle
