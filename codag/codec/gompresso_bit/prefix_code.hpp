// A canonical prefix code of limited length, on the host.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "codag/codec/gompresso_bit/format.hpp"

namespace codag::gompresso_bit {

/// The code lengths of minimum redundancy for these counts, of which none is above `most_bits`:
/// package-merge (Larmore and Hirschberg, "A Fast Algorithm for Optimal Length-Limited Huffman
/// Codes", 1990). 0 for a symbol that does not occur; 1 for the only one that does. There are at
/// most 2^most_bits symbols.
std::vector<std::uint8_t> limited_lengths(std::span<const std::uint64_t> counts,
                                          unsigned most_bits = max_code_bits);

/// The canonical code of these lengths (RFC 1951, section 3.2.2): how many codewords have each
/// length, the first one of each, and the symbols in the order of their codewords.
struct prefix_code {
  std::array<std::uint32_t, max_code_bits + 1> count{}, first{}, index{};
  std::vector<std::uint16_t> sorted;

  /// Its codewords may have `most_bits`.
  explicit prefix_code(std::span<const std::uint8_t> lengths, unsigned most_bits = max_code_bits);

  /// Whether decoders accept it: each length is allowed, and the codewords use all bit strings up,
  /// or there is a single codeword, of one bit, or there is none.
  [[nodiscard]] bool acceptable() const { return acceptable_; }
  /// The codewords by symbol, the first bit lowest. The code is acceptable.
  [[nodiscard]] std::vector<std::uint16_t> codewords(std::size_t symbols) const;

 private:
  bool acceptable_ = true;
};

}  // namespace codag::gompresso_bit
